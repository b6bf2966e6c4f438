import Testing

@testable import BenchmarkKit

@Suite struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("filter", "flitter", 2), ("seed", "sede", 1),
        ("ca", "abc", 3), ("size", "size", 0),
    ])
    func distance(first: String, second: String, expected: Int) {
        #expect(Spelling.distance(first, second) == expected)
        #expect(Spelling.distance(second, first) == expected)
    }

    @Test func suggestsOnlyWhatIsClose() {
        let names = ["query", "prepare", "update"]
        #expect(Spelling.closest(to: "querry", in: names) == "query")
        #expect(Spelling.closest(to: "pre", in: names) == "prepare")
        #expect(Spelling.closest(to: "effects", in: names) == nil)
        #expect(Spelling.closest(to: "x", in: []) == nil)
    }
}
