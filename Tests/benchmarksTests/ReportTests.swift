import BenchmarkKit
import Testing

@testable import benchmarks

@Suite struct ReportTests {
    private func row(
        _ strategy: String, _ trace: String, _ phase: String, _ metric: Metric, _ statistic: String, _ value: Double?,
        suite: String = "strategies"
    ) -> ResultRow {
        ResultRow(
            runID: "r", commit: "c", environment: "e",
            key: CaseKey(
                suite: suite, dataset: "chat", n: 1000, layout: "list", strategy: strategy, trace: trace,
                phase: phase, metric: metric.id, statistic: statistic),
            unit: metric.unit, metricClass: metric.metricClass, value: value, samples: 9, seed: 1)
    }

    /// Two strategies on one dataset.
    private var rows: [ResultRow] {
        [
            row("full-array", "", "prepare", .wallTime, "median", 12_000),
            row("full-array", "fling", "query", .wallTime, "median", 3_000_000),
            row("full-array", "fling", "query", .latency, "p99", nil),
            row("full-array", "resize", "update", .wallTime, "median", 900_000),
            row("full-array", "", "prepare", .bytesPerItem, "mean", 32),
            row("packed-rtree", "", "prepare", .wallTime, "median", 30_500),
            row("packed-rtree", "fling", "query", .wallTime, "median", 250),
            row("packed-rtree", "fling", "query", .latency, "p99", 812),
            row("packed-rtree", "resize", "update", .wallTime, "median", nil),
            row("packed-rtree", "", "prepare", .bytesPerItem, "mean", 46),
        ]
    }

    private func text(width: Int?) -> String {
        StrategyReport(results: Results(rows), style: TextStyle(isColored: false), width: width).text
    }

    @Test func marksTheBestAndKeepsWhatIsMissingApart() {
        #expect(
            text(width: 120) == """
                chat (list), n = 1,000
                strategy      prepare/item     fling   × best      p99   resize  bytes/item
                ------------  ------------  --------  -------  -------  -------  ----------
                full-array        12.0 ns*  3.00 ms   12,000        –   900 µs*       32.0*
                packed-rtree      30.5 ns    250 ns*    1.00   812 ns*       –        46.0


                """)
    }

    /// A line for each kind of floor, and how many times the floor a strategy is; floors win nothing.
    @Test func floorsStandBelow() throws {
        func floor(_ id: String, _ trace: String, _ phase: String, _ value: Double) -> ResultRow {
            row(id, trace, phase, .wallTime, "median", value, suite: "floors")
        }
        let rows =
            rows + [
                floor("floor-emit", "fling", "query", 5), floor("floor-miss", "fling", "query", 10),
                floor("floor-fill", "", "prepare", 3000),
            ]
        #expect(
            StrategyReport(results: Results(rows), style: TextStyle(isColored: false), width: nil).text == """
                chat (list), n = 1,000
                strategy      prepare/item  × floor     fling   × floor   × best      p99   resize  bytes/item
                ------------  ------------  -------  --------  --------  -------  -------  -------  ----------
                full-array        12.0 ns*    4.00   3.00 ms   300,000   12,000        –   900 µs*       32.0*
                packed-rtree      30.5 ns     10.2    250 ns*     25.0     1.00   812 ns*       –        46.0
                floor, warm       3.00 ns            5.00 ns
                floor, cold                          10.0 ns


                """)
        #expect(FastestReport(results: Results(rows)).table == FastestReport(results: Results(self.rows)).table)
    }

    /// A column says of what it is, if none beside it does.
    @Test func percentilesAloneAreOfATrace() {
        let rows = ["fling", "jump"].map { row("full-array", $0, "query", .latency, "p99", 812) }
        let text = StrategyReport(results: Results(rows), style: TextStyle(isColored: false), width: nil).text
        #expect(text.contains("strategy    fling, p99  jump, p99\n"), "\(text)")
    }

    /// What was asked for by name is shown; what a run measures beside times stays in its file.
    @Test func metricsAskedForHaveColumns() {
        let rows = [
            row("full-array", "fling", "query", .instructions, "mean", 5200),
            row("full-array", "fling", "query", .nodesVisited, "mean", 1),
        ]
        func text(_ rows: [ResultRow]) -> String {
            StrategyReport(results: Results(rows), style: TextStyle(isColored: false), width: nil).text
        }
        #expect(
            text(rows) == """
                chat (list), n = 1,000
                strategy    instructions, fling  nodes-visited, fling
                ----------  -------------------  --------------------
                full-array               5,200                   1.0


                """)
        let placed = [("mean", 7.0), ("max", 300)].map { statistic, value in
            row("full-array", "resize", "update", .itemsPlaced, statistic, value)
        }
        #expect(text(placed).contains("strategy    items-placed, resize  items-placed, resize, max\n"))
        let timed = text(rows + self.rows)
        #expect(timed.contains("instructions, fling") && !timed.contains("nodes-visited"))
    }

    @Test func whatFollowsBeginsALine() {
        let texts = StrategyReport.texts(Results(rows), style: TextStyle(isColored: false), width: nil)
        #expect(texts.text.hasSuffix(".\n") && texts.markdown.hasSuffix("|\n"))
    }

    @Test(arguments: [40, 60, 72]) func narrowTerminalsGetFewerColumns(_ width: Int) {
        let text = text(width: width)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(text.contains("prepare/item") && text.contains("fling"))
        #expect(!text.contains("× best"))
    }

    /// Edits that do not fit beside the rest are not left out.
    @Test func editsFollowInTablesOfTheirOwn() {
        let edits = ["insert", "prepend-20", "move-100"].map {
            row("full-array", $0, "update", .wallTime, "median", 1_000_000)
        }
        let report = StrategyReport(results: Results(rows + edits), style: TextStyle(isColored: false), width: 45)
        #expect(
            report.text == """
                chat (list), n = 1,000
                strategy      prepare/item     fling   resize
                ------------  ------------  --------  -------
                full-array        12.0 ns*  3.00 ms   900 µs*
                packed-rtree      30.5 ns    250 ns*       –

                strategy      ins/delete  prepend-20
                ------------  ----------  ----------
                full-array      1.00 ms*    1.00 ms*
                packed-rtree          –           –

                strategy      move-100
                ------------  --------
                full-array    1.00 ms*
                packed-rtree        –


                """)
    }

    @Test func boldMarksOnlyWithColour() {
        let text = StrategyReport(results: Results(rows), style: TextStyle(isColored: true), width: 120).text
        #expect(text.contains("\u{1B}[1m250 ns*"))
    }

    @Test func fastestNamesAStrategyForEachPurpose() throws {
        let table = try #require(FastestReport(results: Results(rows)).table)
        #expect(
            table.text()
                == """
                fastest for        most often    where another one is
                -----------------  ------------  --------------------
                prepare            full-array    –
                scrolling (fling)  packed-rtree  –
                one resize         full-array    –

                """)
    }

    /// One dataset on which all are slow does not outweigh those on which another strategy is the fastest.
    @Test func fastestIsWhatWinsMostOften() throws {
        func times(_ buckets: Double, _ tree: Double, _ dataset: String, n: Int = 1000) -> [ResultRow] {
            MadeUp.time("section-buckets", "query", buckets, trace: "fling", dataset: dataset, n: n)
                + MadeUp.time("packed-rtree", "query", tree, trace: "fling", dataset: dataset, n: n)
        }
        let rows = times(12, 20, "chat") + times(10, 15, "photo-days") + times(3500, 90, "free-form")
        #expect(
            FastestReport(results: Results(rows)).table?.rows == [
                ["scrolling (fling)", "section-buckets (2 of 3 datasets)", "packed-rtree: free-form"]
            ])
        // As many: the geometric mean.
        #expect(
            FastestReport(results: Results(rows + times(30, 14, "giant-and-dust"))).table?.rows == [
                ["scrolling (fling)", "packed-rtree (2 of 4 datasets)", "section-buckets: chat, photo-days"]
            ])
        let sized = rows + times(13, 40, "chat", n: 10) + times(900, 80, "free-form", n: 10)
        #expect(
            FastestReport(results: Results(sized)).table?.rows == [
                ["scrolling (fling)", "section-buckets (3 of 5 datasets and sizes)", "packed-rtree: free-form"]
            ])
        #expect(
            FastestReport(results: Results(sized + times(10, 9, "photo-days", n: 10))).table?.rows[0] == [
                "scrolling (fling)", "packed-rtree (3 of 6 datasets and sizes)",
                "section-buckets: chat, photo-days/1000",
            ])
    }

    /// Of what was compared, all have to have a time before one is called the fastest.
    @Test func aComparisonWithoutTheReferencesTimesHasNoBest() throws {
        let rows = [
            row("section-buckets", "fling", "query", .elementsTested, "mean", 12),
            row("packed-rtree", "fling", "query", .timeRatio, "median", 1.4),
            row("packed-rtree", "fling", "query", .wallTime, "median", 140),
        ]
        func texts(_ rows: [ResultRow]) -> (text: String, markdown: String) {
            StrategyReport.texts(Results(rows), style: TextStyle(isColored: false), width: nil)
        }
        #expect(texts(rows).text.contains("140 ns ") && !texts(rows).text.contains("140 ns*"))
        #expect(FastestReport(results: Results(rows)).table == nil)
        let whole = rows + [row("section-buckets", "fling", "query", .wallTime, "median", 100)]
        #expect(texts(whole).text.contains("100 ns*"))
        #expect(FastestReport(results: Results(whole)).table?.rows[0][1].hasPrefix("section-buckets") == true)
    }

    @Test func jsonHasAllColumns() throws {
        guard case .array(let objects) = try JSONText.value(OutputFormat.json(rows), file: "json") else {
            Issue.record("expected an array")
            return
        }
        #expect(objects.count == rows.count)
        let first = try Fields(objects[0], place: "row")
        #expect(Set(first.members.keys) == Set(ResultRow.columns))
        #expect(try first.number("value") == 12_000)
        #expect(first.members["seed"] == .number(1))
    }
}
