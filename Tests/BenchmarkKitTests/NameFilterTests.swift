import Testing

@testable import BenchmarkKit

@Suite struct NameFilterTests {
    @Test(
        arguments: [
            ([], [], true), (["query"], [], true), (["^query"], [], false), (["Query"], [], false),
            (["update", "q.*y"], [], true), ([], ["query"], false), (["grid"], ["query"], false),
            (["grid"], ["update"], true),
        ] as [([String], [String], Bool)])
    func selectsGridQuery(keep: [String], skip: [String], expected: Bool) throws {
        #expect(try NameFilter(keep: keep, skip: skip).selects("grid/query") == expected)
    }

    @Test func invalidPatternIsAUsageError() {
        let kept = #expect(throws: UsageError.self) { try NameFilter(keep: ["a", "(b"]) }
        #expect(kept?.message.hasPrefix("option '--filter': '(b' is not a regular expression") == true)
        let skipped = #expect(throws: UsageError.self) { try NameFilter(skip: ["[z"]) }
        #expect(skipped?.message.hasPrefix("option '--skip': '[z' is not a regular expression") == true)
    }
}
