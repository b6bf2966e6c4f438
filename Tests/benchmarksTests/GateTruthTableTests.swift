import BenchmarkKit
import Foundation
import Testing

/// What each situation of the gate ends with, reached by the real executable.
@Suite struct GateTruthTableTests {
    private static let scope = ["--quick", "--size", "300", "--dataset", "chat", "--strategy", "packed-rtree"]

    /// A change of a threshold file's text, and what `check` must exit with then.
    struct Situation: Sendable {
        let name: String
        let code: ExitCode
        var arguments: [String] = []
        var environment: [String: String] = [:]
        let change: @Sendable ([Threshold]) -> String

        static func text(_ thresholds: [Threshold]) -> String { ThresholdFile(thresholds).text }

        static func changing(_ metric: String, _ edit: @escaping @Sendable (inout Threshold) -> Void)
            -> @Sendable ([Threshold]) -> String
        {
            { thresholds in
                var thresholds = thresholds
                for index in thresholds.indices where thresholds[index].key.metric == metric {
                    edit(&thresholds[index])
                }
                return text(thresholds)
            }
        }
    }

    private static let situations: [Situation] = [
        Situation(name: "as expected", code: .success, change: Situation.text),
        Situation(
            name: "one node too many", code: .regression, change: Situation.changing("nodes-visited") { $0.value -= 1 }),
        Situation(
            name: "one byte too many", code: .regression,
            change: Situation.changing("bytes-per-item") { $0.value -= 0.01 }),
        Situation(name: "better", code: .success, change: Situation.changing("nodes-visited") { $0.value += 1 }),
        Situation(
            name: "better, strictly", code: .improvement, arguments: ["--strict-improvements"],
            change: Situation.changing("nodes-visited") { $0.value += 1 }),
        Situation(name: "fewer hits", code: .jobFailed, change: Situation.changing("hits") { $0.value += 1 }),
        Situation(
            name: "other answers", code: .jobFailed,
            change: Situation.changing("hits") { $0.checksum = "0123456789abcdef" }),
        Situation(name: "no threshold", code: .missing) { Situation.text(Array($0.dropLast())) },
        Situation(name: "not measured", code: .missing) { thresholds in
            var more = thresholds[0]
            more.key.statistic = "median"
            return Situation.text(thresholds + [more])
        },
        Situation(name: "another unit", code: .missing, change: Situation.changing("hits") { $0.unit = .bytes }),
        Situation(name: "another schema", code: .harnessError) { thresholds in
            Situation.text(thresholds).replacing("\n1,", with: "\n99,")
        },
        Situation(name: "cut off within a row", code: .harnessError) { String(Situation.text($0).dropLast(40)) },
        Situation(name: "an empty file", code: .harnessError) { _ in "" },
        Situation(name: "a foreign file", code: .harnessError) { _ in "name,value\na,1\n" },
        Situation(name: "an open quote", code: .harnessError) { Situation.text($0) + "1,\"strategies" },
        Situation(name: "a row twice", code: .harnessError) { thresholds in
            Situation.text(thresholds) + CSV.line(thresholds[0].fields)
        },
        Situation(
            name: "unavailable", code: .inconclusive, arguments: ["--metric", "allocations"],
            environment: ["BENCHMARKS_WITHOUT_TOOLS": "1"], change: Situation.text),
        Situation(name: "wrong usage", code: .usage, arguments: ["--trace", "none"], change: Situation.text),
    ]

    @Test func thresholdsCheck() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        #expect(try Program.run(["thresholds", "update", "--path", file] + Self.scope).code == 0)
        let thresholds = try ThresholdFile(path: file).thresholds
        var reached: Set<Int32> = []
        for situation in Self.situations {
            try TextFile.write(situation.change(thresholds), to: file)
            let outcome = try Program.run(
                ["thresholds", "check", "--path", file] + Self.scope + situation.arguments,
                environment: situation.environment)
            reached.insert(outcome.code)
            #expect(outcome.code == situation.code.rawValue, "\(situation.name): \(outcome.output)\(outcome.error)")
            if outcome.code == ExitCode.harnessError.rawValue {
                #expect(outcome.error.contains(file), "\(situation.name): \(outcome.error)")
            }
            if outcome.code != ExitCode.usage.rawValue {
                #expect(outcome.lastLine.hasSuffix(" exit=\(outcome.code)"))
            }
        }
        // Written where nothing can be: the last of the codes.
        let blocked = try folder.write("", to: "blocked") + "/thresholds.csv"
        reached.insert(try Program.run(["thresholds", "update", "--path", blocked] + Self.scope).code)
        #expect(reached == Set(ExitCode.allCases.map(\.rawValue)))
    }

    /// An unavailable metric, whatever is installed here.
    @Test func whatIsNotInstalledIs7() throws {
        let folder = try Folder()
        let outcome = try Program.run(
            ["run", "--metric", "instructions", "--path", folder.path] + Program.small,
            environment: ["PATH": folder.path])
        #expect(outcome.code == 7)
        #expect(outcome.error.contains("install valgrind with: \(Tool.valgrind.installCommand)"))
    }

    /// The summary of a step on GitHub: the verdict, and how it came about.
    @Test func stepSummaries() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        let summary = try folder.write("former step\n", to: "summary.md")
        let environment = ["GITHUB_STEP_SUMMARY": summary]
        _ = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        var thresholds = try ThresholdFile(path: file).thresholds
        thresholds[0].value -= 1
        try ThresholdFile(thresholds).write(to: file)
        let check = ["thresholds", "check", "--path", file] + Self.scope
        #expect(try Program.run(check, environment: environment).code == 2)
        let text = try TextFile.read(summary)
        #expect(text.hasPrefix("former step\n### Thresholds\n\n**confirmed regression**"))
        #expect(
            text.contains("| regressed | strategies/chat/300/packed-rtree/prepare | first-query items-placed mean |"))
        #expect(text.contains("swift run benchmarks \(check.joined(separator: " "))"))
    }

    @Test func selftestTellsWhatItTried() throws {
        let folder = try Folder()
        let outcome = try Program.run([
            "selftest", "--quick", "--size", "300", "--trials", "1", "--detections", "0", "--ab-trials", "0", "--path",
            folder.path,
        ])
        #expect([0, 7].contains(outcome.code), "\(outcome.error)")
        #expect(outcome.output.contains("1 node a query") && outcome.output.contains("compare fling"))
    }

    @Test func explainAndScalingAndHitches() throws {
        let folder = try Folder()
        func run(_ arguments: [String]) throws -> Program.Outcome {
            try Program.run(arguments + ["--quick", "--budget", "10ms", "--dataset", "chat", "--path", folder.path])
        }
        let explained = try run(["compare", "full-array", "packed-rtree", "--explain", "--size", "1000"])
        #expect(explained.output.contains("likely cause"), "\(explained.error)")
        let scaling = try run(["scaling", "--strategy", "packed-rtree", "--size", "100,1000"])
        #expect(scaling.code == 0 && scaling.output.contains("tested"), "\(scaling.error)")
        let hitches = try Program.run(
            ["hitches", "--count", "3", "--strategy", "incremental", "--path", folder.path]
                + Program.small.filter { $0 != "--budget" && $0 != "10ms" })
        #expect(hitches.code == 0 && hitches.output.contains("hitch ms/s"), "\(hitches.error)")
    }
}
