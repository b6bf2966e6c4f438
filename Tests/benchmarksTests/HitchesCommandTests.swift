import BenchmarkKit
import CollectionLayout
import Foundation
import Testing
import Workloads

@testable import benchmarks

@Suite struct HitchesCommandTests {
    private func run(_ arguments: [String], _ folder: Folder) throws -> Program.Outcome {
        try Program.run(["hitches", "--quick", "--size", "300", "--path", folder.path + "/run.csv"] + arguments)
    }

    @Test func tracesWithEditsAreReplayed() throws {
        let folder = try Folder()
        let outcome = try run(
            ["--count", "8", "--strategy", "full-array,incremental", "--trace", "self-sizing,filter"], folder)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(HitchBand.allCases.contains { outcome.output.contains($0.rawValue) })
        let rows = try ResultFile.read(folder.path + "/run.csv")
        #expect(rows.allSatisfy { $0.key.dataset == "chat" && $0.key.phase == "update" && $0.samples == 8 })
        #expect(Set(rows.map(\.key.trace)) == ["self-sizing", "filter"])
        let statistics = rows.filter { $0.key.trace == "filter" && $0.key.strategy == "incremental" }.map {
            "\($0.key.metric)/\($0.key.statistic)"
        }
        let expected = [60, 120].flatMap { rate in
            ["frame-cost", "frame-latency"].flatMap { metric in
                ["p50", "p99", "max"].map { "\(metric)/\($0)-\(rate)hz" }
            } + ["dropped-frames/total-\(rate)hz", "hitch-ms-per-s/mean-\(rate)hz"]
        }
        #expect(statistics == expected)
        // Two traces, two strategies, two rates, two metrics.
        let histograms = try TextFile.read(folder.path + "/run.histograms.csv").split(separator: "\n").dropFirst()
        #expect(histograms.count == 16)
        for line in histograms {
            let histogram = try #require(LogLinearHistogram(text: String(line.split(separator: ",").last!)))
            #expect(histogram.count == 8)
        }
    }

    /// Contents longer than what this strategy lays out at first: estimates are no answers.
    @Test func whatIsPutOffIsLaidOutBeforeTheFirstFrame() throws {
        let folder = try Folder()
        let outcome = try Program.run([
            "hitches", "--quick", "--size", "3000", "--count", "4", "--trace", "edits", "--strategy",
            "viewport-first", "--path", folder.path + "/run.csv",
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let traces = Set(try ResultFile.read(folder.path + "/run.csv").map(\.key.trace))
        #expect(traces.isSuperset(of: ["rotation", "filter", "pinch-columns"]), "\(traces)")
    }

    /// Half a second in the view turns, and lengths are estimates from then on.
    @Test func whatIsShownAmongEstimatesIsNotCompared() throws {
        let folder = try Folder()
        let outcome = try Program.run([
            "hitches", "--quick", "--size", "10000", "--count", "40", "--trace", "rotation", "--dataset", "photo-grid",
            "--strategy", "viewport-first,checkpoints", "--path", folder.path + "/run.csv",
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(folder.path + "/run.csv")
        #expect(Set(rows.map(\.key.strategy)) == ["viewport-first", "checkpoints"])
        #expect(rows.allSatisfy { $0.samples == 40 })
    }

    /// On a narrow terminal columns go, not letters of names.
    @Test(arguments: [(80, false), (120, true)]) func tablesFitTheTerminal(_ width: Int, _ isWhole: Bool) throws {
        let folder = try Folder()
        let outcome = try Program.run(
            [
                "hitches", "--quick", "--size", "300", "--count", "4", "--trace", "filter", "--path",
                folder.path + "/run.csv", "--strategy", "section-buckets,index-path-dictionary",
            ], environment: ["COLUMNS": String(width), "NO_COLOR": "1"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let lines = outcome.output.split(separator: "\n").prefix { !$0.hasPrefix("cost is") }
        #expect(lines.count == 7 && lines.allSatisfy { $0.count <= width }, "\(outcome.output)")
        let titles = try #require(lines.first { $0.hasPrefix("strategy") })
        #expect(titles.contains("cost p50") && titles.contains("hitch ms/s  band"))
        #expect(titles.contains("late p99") == isWhole)
        #expect(lines.count { $0.hasPrefix("index-path-dictionary ") } == 2)
    }

    @Test func choices() throws {
        func plan(_ arguments: [String]) throws -> Plan {
            try Plan(
                Selection(
                    OptionParser(Command.hitches.options).parse(arguments), defaults: .hitches),
                availableBytes: nil)
        }
        func replays(_ plan: Plan) -> [String] { plan.groups.flatMap { $0.replays.map(\.trace.id) } }
        let byDefault = try plan([])
        #expect(Set(replays(byDefault)) == Set(EditTrace.all.map(\.id)))
        #expect(byDefault.groups.allSatisfy { $0.queries.map(\.scroll.id) == ["fling"] && $0.updates.isEmpty })
        let edits = try plan(["--trace", "edits", "--dataset", "chat"])
        #expect(edits.groups.allSatisfy { $0.queries.isEmpty })
        #expect(Set(replays(edits)) == ["reverse-chat", "live-append", "self-sizing", "filter"])
        let one = try plan(["--filter", "incremental/update/filter"])
        #expect(one.paths == ["strategies/chat/1000000/incremental/update/filter"])
        #expect(FrameTimes(plan: one, frames: 1, rates: [60, 120]).count == 2)
        #expect(try plan(["--trace", "all"]).groups[0].queries.count == Trace.all.count)
    }

    @Test func nothingToReplayIsAUsageError() throws {
        let folder = try Folder()
        let outcome = try run(["--trace", "filter", "--dataset", "table"], folder)
        #expect(outcome.code == 64 && outcome.error.contains("'benchmarks list traces'"), "\(outcome.error)")
        #expect(try Program.run(["list", "traces"]).output.contains("inserted again in another one (chat)"))
    }

    /// Other commands say where traces with edits belong.
    @Test func otherCommandsPlayNoEdits() throws {
        let outcome = try Program.run(["--trace", "filter"] + Program.small)
        #expect(outcome.code == 64 && outcome.error.contains("'benchmarks hitches' plays it"))
    }

    @Test func aWrongAnswerIsNoticed() throws {
        var selection = try Selection(
            OptionParser(Command.hitches.options).parse(["--size", "300", "--trace", "pull-to-refresh"]),
            defaults: .hitches)
        selection.strategies = []
        selection.injectsLossy = true
        let times = FrameTimes(plan: try Plan(selection), frames: 4, rates: [1000])
        #expect {
            try times.run(progress: ProgressLine(total: 1, isWanted: false)) { _ in }
        } throws: { error in
            (error as? WrongAnswer)?.strategy == CacheStrategy.lossy.id && "\(error)".contains("frame 0 at 1000 Hz")
        }
    }
}
