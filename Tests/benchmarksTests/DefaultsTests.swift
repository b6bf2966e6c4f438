import BenchmarkKit
import CollectionLayout
import Testing
import Workloads

@testable import benchmarks

/// What commands measure where nothing is asked for is what their help says.
@Suite struct DefaultsTests {
    /// A command line without choices, and what it is to measure.
    struct Case: Sendable {
        let arguments: [String]
        let sizes: [Int]
        let strategies: [String]
        let datasets: [String]
        /// What the help says of the size, the strategy and the dataset.
        let help: [String]
    }

    private static let all = CacheStrategy.all.map(\.id)
    private static let tuned = all.filter { !["tutorial-array", "full-array"].contains($0) }
    private static let standard = ["photo-grid", "photo-days", "pinterest", "chat", "free-form", "giant-and-dust"]

    private static let cases: [Case] = [
        Case(
            arguments: ["run"], sizes: [1_000_000], strategies: all, datasets: standard,
            help: [
                "(default: 1e6; with --quick 1e4 and 1e5)", "(default: all)",
                "(default: \(standard.joined(separator: ", ")))",
            ]),
        Case(
            arguments: ["ab", "--base", "main"], sizes: [100_000], strategies: tuned,
            datasets: ["photo-days", "chat", "free-form"],
            help: [
                "(default: 1e5; with --quick 1e4 and 1e5)", "(default: \(tuned.joined(separator: ", ")))",
                "(default: photo-days, chat, free-form)",
            ]),
        Case(
            arguments: ["scaling"], sizes: [1000, 10_000, 100_000, 1_000_000], strategies: all, datasets: standard,
            help: ["(default: 1e3, 1e4, 1e5 and 1e6; with --quick 1e3, 1e4 and 1e5)"]),
        Case(
            arguments: ["scaling", "--quick"], sizes: [1000, 10_000, 100_000], strategies: all, datasets: standard,
            help: []),
        Case(
            arguments: ["thresholds", "check"], sizes: [10_000, 100_000, 1_000_000, 100, 1000], strategies: all,
            datasets: Dataset.all.map(\.id),
            help: [
                "(default: 1e4, 1e5 and 1e6; with --quick 1e4 and 1e5; for sticky-headers 100, 1e3, 1e4 and 1e5)",
                "(default: all)",
                "default: bytes-per-item, elements-tested, hits, items-placed, nodes-visited)",
            ]),
        Case(
            arguments: ["compare", "incremental", "checkpoints", "--explain"], sizes: [100_000],
            strategies: ["incremental", "checkpoints"], datasets: standard,
            help: ["(default: 1e6, with --explain 1e5; with --quick 1e4 and 1e5, with both 1e4)"]),
        Case(
            arguments: ["compare", "incremental", "checkpoints", "--explain", "--quick"], sizes: [10_000],
            strategies: ["incremental", "checkpoints"], datasets: standard, help: []),
    ]

    @Test(arguments: cases) func theHelpSaysThem(_ item: Case) throws {
        let plan = try Program.run(item.arguments + ["--dry-run", "--color", "never"])
        #expect(plan.code == 0, "\(plan.error)")
        let paths = plan.output.split(separator: "\n").map { $0.split(separator: "/").map(String.init) }
        func parts(_ index: Int) -> Set<String> { Set(paths.map { $0[index] }) }
        #expect(parts(2) == Set(item.sizes.map(String.init)))
        #expect(parts(3) == Set(item.strategies))
        #expect(parts(1) == Set(item.datasets))
        let help = try Program.run(["help", item.arguments[0]]).output.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        for text in item.help { #expect(help.contains(text), "\(help)") }
    }

    /// What is counted of more edits than are timed is said where it is measured.
    @Test(arguments: [["run"], ["thresholds", "check"], ["scaling"], ["compare", "incremental", "checkpoints"]])
    func theHelpSaysTheEdits(_ arguments: [String]) throws {
        let plan = try Program.run(arguments + ["--dry-run", "--quick", "--dataset", "chat"])
        let parts = plan.output.split(separator: "\n").map { $0.split(separator: "/") }
        let edits = Set(parts.filter { $0[4] == "update" }.map { $0[5] })
        #expect(edits.count >= 2, "\(plan)")
        let help = try Program.run(["help", arguments[0]]).output.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        let text = try #require(help.firstMatch(of: /--edit (.*?) --size/)?.1)
        for edit in edits { #expect(text.contains(edit), "\(text)") }
    }

    /// Shards are counted of what the command measures, not of what a run would.
    @Test func shardsAreOfTheCommandsOwnCases() throws {
        #expect(try Program.run(["scaling", "--shard", "20/24", "--dry-run"]).code == 0)
        #expect(try Program.run(["run", "--shard", "20/24", "--dry-run"]).code == 64)
    }
}
