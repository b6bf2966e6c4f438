import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

@Suite struct HistoryTests {
    /// Noise of half a per cent around 100 µs, then around 150 µs.
    private let stepped = [100.2, 99.7, 100.4, 99.9, 100.1, 150.3, 149.6, 150.1, 150.4, 149.9].map { 1000 * $0 }

    @Test func changesAreMarkedWhereTheyHappened() throws {
        let files = ReportFiles(MadeUp.history(stepped))
        let history = try #require(History(files))
        #expect(history.runs.map(\.revision) == (0..<10).map { "c\($0)" })
        let change = try #require(history.series.first?.changes.first)
        #expect(history.series[0].changes.count == 1 && change.index == 5)
        #expect(abs(change.ratio - 1.5) < 0.005)
        let text = try #require(try PageReader(ReportPage(files).html).texts["history"])
        #expect(text.contains("c5 2026-01-16") && text.contains("▲ +49.97 %"))
    }

    @Test func noiseIsNotMarked() throws {
        let files = ReportFiles(MadeUp.history([100, 101, 99.5, 100.4, 99.8, 100.9, 99.2, 100.1]))
        #expect(try #require(History(files)).series[0].changes.isEmpty)
        #expect(try #require(try PageReader(ReportPage(files).html).texts["history"]).contains("No level changed"))
    }

    @Test func twoRunsCannotShowAChange() throws {
        let files = ReportFiles(MadeUp.history([100, 200]))
        let page = try PageReader(ReportPage(files).html)
        #expect(page.figures == ["history-chat-1000-prepare"])
        #expect(
            try #require(page.texts["history"]).contains(
                "needs 4 runs at least, and more to stand out from noise; here are 2"))
    }

    @Test func otherMachinesAreNotMixedIn() throws {
        var rows = MadeUp.time("full-array", "prepare", 7, run: "20260301T000000Z-1", commit: "x")
        for index in rows.indices { rows[index].environment = "macos-aarch64-swift6.3" }
        let files = ReportFiles(MadeUp.history([100, 101]) + [MadeUp.file("x.csv", rows)])
        #expect(History(files) == nil)
    }

    private func file(_ second: Int, _ dataset: String, _ value: Double, _ commit: String) -> ReportFiles.File {
        MadeUp.file(
            "\(second)",
            MadeUp.time(
                "full-array", "prepare", value, dataset: dataset, run: "20260101T00000\(second)Z-1", commit: commit))
    }

    /// All that is timed of a commit is one point, and what is timed twice the last value: noise is no history.
    @Test func filesOfACommitMakeOneRun() throws {
        let once = [file(1, "chat", 100, "c1"), file(2, "photo-days", 70, "c1"), file(3, "chat", 150, "c1")]
        #expect(History(ReportFiles(once)) == nil)
        let history = try #require(
            History(ReportFiles(once + [file(4, "chat", 100, "c2"), file(5, "photo-days", 35, "c1")])))
        #expect(history.runs.map(\.revision) == ["c1", "c2"])
        #expect(history.series.map(\.place.dataset) == ["chat"])
        #expect(history.series[0].timings.map(\.timing.value) == [150, 100])
    }

    /// A working tree that differs from its commit may differ in another way each time.
    @Test func aChangedTreeIsAnotherPointEachTime() throws {
        var environment = Environment.current(arguments: [], seed: 1, repository: ReleaseBuild.packagePath)
        environment.isDirty = true
        let files = [100.0, 150].enumerated().map { second, value in
            MadeUp.file("\(second)", file(second, "chat", value, "c1").rows, environment: environment)
        }
        let history = try #require(History(ReportFiles(files)))
        #expect(history.runs.map(\.revision) == ["c1+", "c1+"])
        #expect(history.series[0].timings.map(\.timing.value) == [100, 150])
    }

    /// The runs of the reference results overlap: those of the peers time some cases again.
    @Test func theReferenceResultsHaveNoHistory() throws {
        let read = try ReferenceResults.files()
        let timed = read.files.filter { $0.ownRows.contains(where: Timings.isTime) }
        #expect(Set(timed.map(\.origin.revision)).count == 1)
        #expect(History(read) == nil)
    }

    @Test func theTableHasWhatChanged() throws {
        let files = ReportFiles(
            MadeUp.history(stepped) + MadeUp.history(stepped.map { _ in 5 }, strategy: "packed-rtree"))
        let (table, others) = try #require(History(files)).table
        #expect(others == 1)
        #expect(
            table.text(width: 120) == """
                dataset      n  case     strategy    10 runs       last  since first  level changed
                -------  -----  -------  ----------  ----------  ------  -----------  -------------
                chat     1,000  prepare  full-array  ▁▁▁▁▁█████  150 µs     +49.60 %  c5 ▲ +49.97 %

                """)
    }
}
