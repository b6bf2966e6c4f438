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

    /// Shards and runs of several commands on one commit are one run; a second measurement of the same is another.
    @Test func filesOfACommitMakeOneRun() throws {
        func file(_ name: String, _ second: Int, _ dataset: String, _ commit: String) -> ReportFiles.File {
            MadeUp.file(
                name,
                MadeUp.time(
                    "full-array", "prepare", 100, dataset: dataset, run: "20260101T00000\(second)Z-1", commit: commit))
        }
        let files = ReportFiles([
            file("a", 1, "chat", "c1"), file("b", 2, "photo-days", "c1"), file("c", 3, "chat", "c1"),
            file("d", 4, "chat", "c2"),
        ])
        let history = try #require(History(files))
        #expect(history.runs.map(\.revision) == ["c1", "c1", "c2"])
        #expect(history.series.map(\.place.dataset) == ["chat"])
        #expect(history.series[0].sparkline(of: 3) == "▄▄▄")
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
