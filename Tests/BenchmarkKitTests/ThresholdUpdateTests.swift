import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct ThresholdUpdateTests {
    private let folder = Folder()

    func exact(_ strategy: String, _ value: Double, checksum: String = "") -> Threshold {
        Threshold(
            key: key(strategy), unit: .count, metricClass: .exact, value: value, tolerance: 0, checksum: checksum
        )
    }

    func line(_ threshold: Threshold) -> String { CSV.line(threshold.fields) }

    @Test func writesOnlyWhatChanged() {
        let file = ThresholdFile([exact("b", 1), exact("d", 2), exact("f", 3)])
        let update = file.updating(
            with: [row(key("a"), 9), row(key("b"), 1), row(key("d"), 5), row(key("g"), 7)], path: "T/any.csv"
        )
        #expect(
            update.file == ThresholdFile([exact("a", 9), exact("b", 1), exact("d", 5), exact("f", 3), exact("g", 7)]))
        #expect((update.added, update.changed, update.removed) == (2, 1, 0))
        #expect(
            update.patch == "--- a/T/any.csv\n+++ b/T/any.csv\n@@ -1,0 +2 @@\n+\(line(exact("a", 9)))"
                + "@@ -3 +4 @@\n-\(line(exact("d", 2)))+\(line(exact("d", 5)))"
                + "@@ -4,0 +6 @@\n+\(line(exact("g", 7)))"
        )
    }

    @Test func nothingChangedIsNoPatch() {
        let file = ThresholdFile([exact("a", 1)])
        let update = file.updating(with: [row(key("a"), 1)], path: "p")
        #expect(update.patch == "")
        #expect(update.file == file)
        #expect((update.added, update.changed, update.removed) == (0, 0, 0))
    }

    @Test func checksumsFollow() {
        let update = ThresholdFile([exact("a", 1, checksum: "00")])
            .updating(with: [row(key("a"), 1, checksum: "ff")], path: "p")
        #expect(update.file == ThresholdFile([exact("a", 1, checksum: "ff")]))
        #expect(update.changed == 1)
    }

    @Test func unmeasuredStayUnlessAskedOtherwise() {
        let file = ThresholdFile([exact("a", 1), exact("b", 1), exact("c", 1)])
        let rows = [row(key("b"), 1), row(key("c"), nil)]
        #expect(file.updating(with: rows, path: "p").file == file)
        let update = file.updating(with: rows, path: "p", isVoid: { _ in true })
        #expect(update.file == ThresholdFile([exact("b", 1), exact("c", 1)]))
        #expect(update.removed == 1)
        #expect(file.updating(with: rows, path: "p", isVoid: { $0.strategy == "b" }).file == file)
        #expect(update.patch == "--- a/p\n+++ b/p\n@@ -2 +1,0 @@\n-\(line(exact("a", 1)))")
    }

    @Test func noiseChangesNothing() {
        let wall = key(metric: "wall-time", statistic: "median")
        func time(_ value: Double, _ tolerance: Double) -> Threshold {
            Threshold(key: wall, unit: .nanoseconds, metricClass: .time, value: value, tolerance: tolerance)
        }
        func updated(_ value: Double) -> [Threshold] {
            ThresholdFile([time(100, 0.25)])
                .updating(with: [row(wall, value, unit: .nanoseconds, .time)], path: "p").file.thresholds
        }
        #expect(updated(125) == [time(100, 0.25)])
        #expect(updated(75) == [time(100, 0.25)])
        #expect(updated(126) == [time(126, 0.25)])
        #expect(updated(74) == [time(74, 0.25)])
        let new = ThresholdFile().updating(with: [row(wall, 100, unit: .nanoseconds, .time)], path: "p")
        #expect(new.file.thresholds == [time(100, 0.05)])
    }

    @Test func anUpdateMakesTheCheckPass() {
        var random = SplitMix64(seed: 3)
        var file = ThresholdFile()
        for round in 0..<20 {
            let rows = (0..<10).map { index in
                row(key("s\(index)"), Double(Int.random(in: 0..<4, using: &random)))
            }
            file = file.updating(with: rows, path: "p").file
            #expect(file.check(rows).verdicts.map(\.verdict) == Array(repeating: .ok, count: 10), "round \(round)")
        }
    }

    /// The patch of a file that is not there makes it, header and all.
    @Test(
        arguments: [("patch", ["-s", "-p1", "-i"]), ("git", ["apply", "--unidiff-zero"])]
            .filter { Tool(name: $0.0).path != nil })
    func patchMakesANewFile(_ program: String, _ arguments: [String]) throws {
        let rows = [row(key("a"), 9), row(key("b"), 1)]
        let update = ThresholdFile().updating(with: rows, path: "T/new.csv", isNew: true)
        try TextFile.write(update.patch, to: folder.file("new.patch"))
        let command = ([program] + arguments).joined(separator: " ")
        let result = try ChildProcess("/bin/sh", ["-c", "cd '\(folder.path)' && \(command) new.patch"]).run()
        #expect(result.ending == .exited(0), "\(result.output)")
        #expect(try TextFile.read(folder.file("T/new.csv")) == update.file.text)
    }

    /// The system's `patch` turns the old file into the new one, for random changes.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patch"), "there is no patch"))
    func patchApplies() throws {
        var random = SplitMix64(seed: 11)
        for round in 0..<20 {
            func thresholds() -> [Threshold] {
                (0..<8).filter { _ in Bool.random(using: &random) }
                    .map { exact("s\($0)", Double(Int.random(in: 0..<2, using: &random))) }
            }
            let old = ThresholdFile(thresholds())
            let rows = thresholds().map { row($0.key, $0.value) }
            let update = old.updating(with: rows, path: "t.csv", isVoid: { _ in true })
            guard old != update.file else { continue }
            try TextFile.write(old.text, to: folder.file("t.csv"))
            try TextFile.write(update.patch, to: folder.file("t.patch"))
            let result = try ChildProcess(
                "/usr/bin/patch", ["-s", "-d", folder.path, "-p1", "-i", "t.patch"]
            ).run()
            #expect(result.ending == .exited(0), "round \(round): \(result.output)")
            #expect(try TextFile.read(folder.file("t.csv")) == update.file.text, "round \(round)")
        }
    }
}
