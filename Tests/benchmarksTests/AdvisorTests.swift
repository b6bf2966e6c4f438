import BenchmarkKit
import CollectionLayout
import Testing
import Workloads

@testable import benchmarks

/// What the advisor says about results that nobody measured.
@Suite struct AdvisorTests {
    /// Times of all actions of a strategy, in the order of `Action.allCases`; nil was not measured.
    static func times(
        _ strategy: String, _ values: [Double?], dataset: String = "chat", n: Int = 1000,
        run: String = "20260101T000000Z-1", commit: String = "c1"
    ) -> [ResultRow] {
        zip(Action.allCases, values).flatMap { action, value in
            value.map {
                MadeUp.time(
                    strategy, action.phase, $0, trace: action.traces[0], dataset: dataset, n: n, run: run,
                    commit: commit)
            } ?? []
        }
    }

    static func advisor(_ rows: [ResultRow]) -> Advisor {
        Advisor(
            measurements: Measurements(ReportFiles([MadeUp.file("a.csv", rows)])), catalogue: FeatureCatalogue())
    }

    private func subject(_ n: Int, _ id: String = "chat") throws -> Advisor.Subject {
        Advisor.Subject(id: id, n: n, features: try FeatureCatalogue().features(id, n: n))
    }

    /// Two strategies of which one prepares faster and the other edits faster.
    private static let rivals =
        times("section-buckets", [1e6, 100, 1000, 2e6, 4e6]) + times("incremental", [3e6, 200, 2000, 3e3, 5e3])

    private static let usage = Usage(edits: 2, insertions: 0.25, frameRate: 60, jumps: 0.1, preparesPerHour: 3600)

    @Test func costsAreRatesTimesTimes() throws {
        let advice = try Self.advisor(Self.rivals).advise(subject(1000), Self.usage)
        #expect(advice.predictions.map(\.strategy) == ["incremental", "section-buckets"])
        // A prepare, 54 queries near, 6 far, 1.5 resizes and half an insertion: 3e6 + 10,800 + 12,000 + 4,500 + 2,500.
        #expect(advice.predictions[0].cost == 3_029_800)
        // 1e6 + 5,400 + 6,000 + 3e6 + 2e6.
        #expect(advice.predictions[1].cost == 6_011_400)
    }

    /// On log-log paper, with the last line drawn out at both ends.
    @Test func costsBetweenSizesLieOnLines() throws {
        var growth = Growth()
        #expect(growth.cost(at: 10, exponent: 1) == nil)
        growth[10_000] = 1000
        #expect(growth.cost(at: 1000, exponent: 0) == 1000)
        #expect(try #require(growth.cost(at: 1000, exponent: 1)).rounded() == 100)
        growth[100] = 10
        growth[1_000_000] = 1000
        for (n, cost) in [
            (100.0, 10.0), (1000, 100), (5000, 500), (10_000, 1000), (70_000, 1000), (1e7, 1000), (10, 1),
        ] {
            let got = try #require(growth.cost(at: n, exponent: 0))
            #expect(abs(got / cost - 1) < 1e-9, "\(n): \(got)")
        }
    }

    @Test func takeoversAreWhereTheBestChanges() throws {
        let advisor = Self.advisor(Self.rivals)
        let advice = try advisor.advise(subject(1000), Self.usage)
        let (less, more) = advice.edits
        #expect(more == nil && less?.strategy == "section-buckets")
        func best(_ edits: Double) throws -> String? {
            var usage = Self.usage
            usage.edits = edits
            return try advisor.advise(subject(1000), usage).best?.strategy
        }
        let rate = try #require(less?.value)
        #expect(try best(rate * 0.999) == "section-buckets" && best(rate * 1.001) == "incremental")
        var usage = Self.usage
        usage.edits = rate / 2
        let other = try advisor.advise(subject(1000), usage).edits
        #expect(other.less == nil && other.more?.strategy == "incremental")
        #expect(abs(try #require(other.more?.value) / rate - 1) < 1e-9)
    }

    /// Where nothing was measured of the content, a strategy that lays out more than it needs has to be clearly better.
    @Test func tiesGoToTheOneWhoseEditsTakeTheLeast() throws {
        let advisor = Self.advisor(Self.rivals)
        for (id, expected) in [("chat", "section-buckets"), ("pinterest", "incremental")] {
            let subject = try subject(1000, id)
            var usage = Self.usage
            let rate = try #require(try advisor.advise(subject, usage).edits.less?.value)
            usage.edits = rate * 0.99
            let advice = try advisor.advise(subject, usage)
            #expect(advice.best?.strategy == expected)
            #expect(advice.predictions.min { $0.cost < $1.cost }?.strategy == "section-buckets")
            #expect(advice.edits.more?.strategy == (expected == "incremental" ? nil : "incremental"))
            usage.edits = rate / 2
            #expect(try advisor.advise(subject, usage).best?.strategy == "section-buckets")
        }
    }

    /// Without edits, what is not built cannot turn out dearer than elsewhere.
    @Test func tiesWithoutEditsGoToTheOneThatHoldsTheFewestBytes() throws {
        let bytes = [("section-buckets", 20.0), ("packed-rtree", 40)].map { strategy, bytes in
            MadeUp.row(strategy, "prepare", .bytesPerItem, "mean", bytes)
        }
        for (id, factor, expected) in [
            ("chat", 1.08, "packed-rtree"), ("pinterest", 1.08, "section-buckets"), ("pinterest", 1.12, "packed-rtree"),
        ] {
            let times = [1e6, 1e4, 1e4].map { $0 * factor }
            let advisor = Self.advisor(
                Self.times("section-buckets", times) + Self.times("packed-rtree", [1e6, 1e4, 1e4]) + bytes)
            var subject = try subject(1000, id)
            // Frames like those of pinterest; searches do what they do in chat.
            subject.work = FeatureCatalogue().work(in: "chat")
            let advice = try advisor.advise(subject, Usage(edits: 0))
            #expect(advice.best?.strategy == expected, "\(id), \(factor)")
        }
    }

    /// Prepare takes n ns in the one and 5,000 ns in the other: equal at 5,000 items.
    @Test func takeoversByItemsAreNearTheCrossing() throws {
        let rows = [1000, 100_000].flatMap { n in
            Self.times("full-array", [Double(n), 10, 10], n: n) + Self.times("packed-rtree", [5000, 10, 10], n: n)
        }
        let advisor = Self.advisor(rows)
        let usage = Usage(edits: 0)
        let small = try advisor.items(advisor.advise(subject(1000), usage))
        #expect(small.less == nil && small.more?.strategy == "packed-rtree")
        #expect((5000...5700).contains(try #require(small.more?.value)))
        let large = try advisor.items(advisor.advise(subject(50_000), usage))
        #expect(large.more == nil && large.less?.strategy == "full-array")
        #expect((4400...5000).contains(try #require(large.less?.value)))
    }

    @Test func whatHoldsTooMuchIsNotRecommended() throws {
        let rows =
            Self.rivals
            + [("section-buckets", 36.0), ("incremental", 41)].map { strategy, bytes in
                MadeUp.row(strategy, "prepare", .bytesPerItem, "mean", bytes)
            }
        var subject = try subject(1000)
        subject.bytesPerItem = 40
        let advice = try Self.advisor(rows).advise(subject, Self.usage)
        #expect(advice.predictions.map(\.strategy) == ["section-buckets"])
        #expect(advice.tooLarge.map(\.strategy) == ["incremental"])
        #expect(advice.edits.less == nil && advice.edits.more == nil)
    }

    /// A strategy of which an action was not measured counts where that action is not done, and only there.
    @Test func whatWasNotMeasuredIsNotRecommended() throws {
        let advisor = Self.advisor(Self.rivals + Self.times("packed-rtree", [10, 1, 1, nil, nil]))
        var usage = Self.usage
        #expect(try advisor.advise(subject(1000), usage).predictions.count == 2)
        usage.edits = 0
        let advice = try advisor.advise(subject(1000), usage)
        #expect(advice.best?.strategy == "packed-rtree")
        #expect(advice.edits.more == nil)
    }

    /// The newest rows of a place count, if they compare strategies; a comparison's own, peers' and other machines' do not.
    @Test func theNewestRowsCount() throws {
        let later = "20260102T000000Z-1"
        let newer = Self.times("section-buckets", [5e6], run: later) + Self.times("incremental", [4e6], run: later)
        let single = Self.times("incremental", [1], run: "20260103T000000Z-1", commit: "c3")
        let peers = Self.times("peer-x", [1, 1, 1, 1, 1])
        let ratios = MadeUp.ratios.map { row in
            var row = row
            row.runID = "20260104T000000Z-1"
            return row
        }
        let foreign = Self.rivals.map { row in
            var row = row
            row.environment = "macos-arm64-swift6.3"
            row.runID = "20251231T000000Z-1"
            return row
        }
        let files = [foreign, Self.rivals + peers, newer, single, ratios]
        let measurements = Measurements(
            ReportFiles(files.enumerated().map { MadeUp.file("\($0.offset).csv", $0.element) }))
        #expect(measurements.foreign.map(\.path) == ["0.csv"])
        #expect(measurements.strategies == ["section-buckets", "incremental"])
        #expect(measurements.costs["chat"]?["incremental"]?.times[.prepare]?[1000] == 4e6)
        #expect(measurements.costs["chat"]?["incremental"]?.times[.scroll]?[1000] == 200)
    }

    @Test func otherTracesStandIn() {
        func scroll(_ traces: [(String, Double)]) -> [Action: Growth]? {
            let rows = traces.flatMap { trace, value in
                ["full-array", "incremental"].flatMap { MadeUp.time($0, "query", value, trace: trace) }
            }
            return Self.advisor(rows).measurements.costs["chat"]?["incremental"]?.times
        }
        #expect(scroll([("drag", 5), ("fling", 7), ("viewports", 9)])?[.scroll]?[1000] == 7)
        #expect(scroll([("drag", 5), ("viewports", 9)])?[.scroll]?[1000] == 5)
        #expect(scroll([("drag", 5), ("viewports", 9)])?[.jump]?[1000] == 9)
        #expect(scroll([("drag", 5)])?[.jump] == nil)
    }

    /// Frames in order cost what a list costs, although both are free forms: the order of the frames decides.
    @Test func framesAreAdvisedOnByWhatTheyResemble() throws {
        let advisor = Self.advisor(
            Self.rivals + Self.times("section-buckets", [1, 1, 1, 1, 1], dataset: "free-form")
                + Self.times("incremental", [2, 2, 2, 2, 2], dataset: "free-form"))
        func nearest(_ frames: [Rect]) throws -> Set<String?> {
            let features = ContentFeatures(
                frames: frames, sectionSizes: [frames.count], viewport: Dataset.bounds, uniformity: 0)
            let subject = Advisor.Subject(id: "app.csv", n: frames.count, features: features)
            return Set(try advisor.advise(subject, Self.usage).predictions.map(\.sources.first?.dataset))
        }
        let list = (0..<1000).map { Rect(x: 0, y: 90 * Double($0), width: 390, height: 90) }
        #expect(try nearest(list) == ["chat"])
        // The same rows, but 389 after each other in index are 389 rows apart.
        let shuffled = (0..<1000).map { Rect(x: 0, y: 90 * Double($0 * 389 % 1000), width: 390, height: 90) }
        #expect(try nearest(shuffled) == ["free-form"])
    }

    /// Half as far from one dataset as from the other: that one counts four times as much, on a logarithmic scale.
    @Test func otherDatasetsCountByTheInverseSquareOfTheirDistance() throws {
        let advisor = Self.advisor(
            [("photo-grid", 32.0), ("photo-days", 1024)].flatMap { dataset, time in
                [("incremental", 1.0), ("full-array", 2)].flatMap { strategy, factor in
                    Self.times(
                        strategy, Action.allCases.map { _ in factor * time }, dataset: dataset)
                }
            })
        let grid = try #require(try FeatureCatalogue().features("photo-grid", n: 1000))
        let days = try #require(try FeatureCatalogue().features("photo-days", n: 1000))
        // A third of the way from the one to the other, in all features.
        var own = grid
        let keys: [WritableKeyPath<ContentFeatures, Double>] = [
            \.sectionSize, \.hits, \.breadth, \.scatter, \.uniformity,
        ]
        for key in keys { own[keyPath: key] = (2 * grid[keyPath: key] + days[keyPath: key]) / 3 }
        let subject = Advisor.Subject(id: "app.csv", n: 1000, features: own)
        let prediction = try #require(try advisor.advise(subject, Self.usage).best)
        #expect(prediction.sources.map(\.dataset) == ["photo-grid", "photo-days"])
        #expect(abs(prediction.sources[0].share - 0.8) < 1e-6)
        // 32 = 2^5 and 1,024 = 2^10: 2^(0.8·5 + 0.2·10) = 2^6.
        for action in Action.allCases { #expect(abs(try #require(prediction.times[action]) - 64) < 1e-4) }
        // What is the same as a dataset is not measured by others.
        let same = Advisor.Subject(id: "app.csv", n: 1000, features: days)
        #expect(try advisor.advise(same, Self.usage).best?.times[.jump] == 1024)
    }

    /// One section of many items all alike: a form takes no longer than some hundred items do, whatever it took elsewhere, and its
    /// section is asked for it.
    @Test func closedFormsArePreparedByTheSubjectsOwnSections() throws {
        let advisor = Self.advisor(
            Self.times("checkpoints", [1e6, 100, 100], dataset: "photo-days")
                + Self.times("closed-form", [2e6, 50, 50], dataset: "photo-days"))
        func prepare(_ id: String, uniformity: Double) throws -> Double? {
            var subject = Advisor.Subject(
                id: id, n: 10_000, features: try FeatureCatalogue().features("photo-grid", n: 10_000))
            subject.features?.uniformity = uniformity
            let predictions = try advisor.advise(subject, Usage(edits: 0)).predictions
            return predictions.first { $0.strategy == "closed-form" }?.times[.prepare]
        }
        // Ten times the items that were measured, and 110 of 10,000 items in place of all; half of them otherwise.
        #expect(abs(try #require(try prepare("app.csv", uniformity: 1)) - 1e7 * 0.011) < 1e-3)
        #expect(abs(try #require(try prepare("app.csv", uniformity: 0.5)) - 1e7 * 0.5055) < 1e-2)
        // Where it was measured, it takes what it took.
        #expect(try prepare("photo-days", uniformity: 1) == 2e7)
    }

    /// A constant time against one that grows with the items: they are equal at 10,000, and the saving of 5 % comes with a step
    /// of an eighth behind that: 1,000 × 1.125^20 = 10,545.
    @Test func overviewTellsWhereAnotherOneTakesOver() throws {
        let rows =
            Self.times("section-buckets", [1, 100, 100, 1, 1], n: 1000)
            + Self.times("section-buckets", [1, 100, 100, 1, 1], n: 100_000)
            + Self.times("incremental", [1, 10, 10, 1, 1], n: 1000)
            + Self.times("incremental", [1, 1000, 1000, 1, 1], n: 100_000)
        let usage = Usage(edits: 0, insertions: 0, frameRate: 60, jumps: 0.5, preparesPerHour: 0)
        let overview = try Overview(Self.advisor(rows), usage, rates: [0])
        #expect(
            overview.rows.first?.choices == [
                .init(strategy: "incremental", from: 1000), .init(strategy: "section-buckets", from: 10_545),
            ])
        #expect(
            overview.table.text() == """
                dataset  items       0 edits a second
                -------  ----------  ----------------------------------------
                chat     from 1,000  incremental, section-buckets from 11,000

                """)
    }

    /// An independent reading of the definition: two datasets, each judged by what is fast on the other.
    @Test func regretIsTheCostOfTheChoiceOverTheBest() throws {
        let rows =
            Self.times("section-buckets", [1, 1, 1], dataset: "chat")
            + Self.times("incremental", [3, 3, 3], dataset: "chat")
            + Self.times("section-buckets", [5, 5, 5], dataset: "tiny-sections")
            + Self.times("incremental", [2, 2, 2], dataset: "tiny-sections")
        let regret = try Regret(Self.advisor(rows), Usage(), rates: [0, 1])
        // No edit was measured.
        #expect(regret.cases.map(\.edits) == [0, 0] && regret.unknown == 0)
        #expect(regret.cases.map(\.dataset) == ["chat", "tiny-sections"])
        #expect(regret.cases.map(\.chosen) == ["incremental", "section-buckets"])
        #expect(regret.cases.map(\.best) == ["section-buckets", "incremental"])
        #expect(regret.cases.map { ($0.ratio * 1e9).rounded() / 1e9 } == [3, 2.5])
        #expect(RegretReport(regret: regret).summary == "2.75 × the best in the median, 3.00 × at worst")
        #expect(
            RegretReport(regret: regret).table.text() == """
                edits a second  choice                  cases  median  mean  worst  worst case
                --------------  ----------------------  -----  ------  ----  -----  -----------------------------------------------------------
                             0  advised                     2    2.75  2.74   3.00  chat, 1,000 items: incremental for section-buckets
                             0  always section-buckets      2    1.75  1.58   2.50  tiny-sections, 1,000 items: section-buckets for incremental

                """)
    }

    /// Two free forms and a table: without the other one, which is right, a free form is judged by the table.
    @Test func twinsAreHiddenAsWell() throws {
        let costs = [("free-form", 1.0, 30.0), ("spanning-element", 1, 30), ("table", 50, 2)]
        let rows = costs.flatMap { dataset, first, second in
            Self.times("section-buckets", [first, first, first], dataset: dataset)
                + Self.times("incremental", [second, second, second], dataset: dataset)
        }
        let regret = try Regret(Self.advisor(rows), Usage(), rates: [0])
        #expect(regret.cases.map(\.chosen) == ["section-buckets", "section-buckets", "section-buckets"])
        let strange = try Regret(Self.advisor(rows), Usage(), rates: [0], isStrange: true)
        #expect(strange.cases.map(\.chosen) == ["incremental", "incremental", "section-buckets"])
        let lines = RegretReport(regret: regret, strange: strange).table.text().split(separator: "\n")
        #expect(lines[2].contains("advised                     3    1.00  2.92   25.0  table, 1,000 items"), "\(lines)")
        #expect(lines[3].contains("advised, layout hidden      3    30.0  28.2   30.0  free-form, 1,000"), "\(lines)")
    }

    /// What a dataset's own rows say must not leak into the answer while it is hidden: other rows, the same choices.
    @Test func hiddenRowsDoNotCount() throws {
        func choices(_ factor: Double) throws -> [String] {
            let rows =
                Self.times("section-buckets", [1, 1, 1], dataset: "chat")
                + Self.times("incremental", [20, 20, 20], dataset: "chat")
                + Self.times("section-buckets", [1, 1, 1], dataset: "tiny-sections")
                + Self.times("incremental", [factor, factor, factor], dataset: "tiny-sections")
            return try Regret(Self.advisor(rows), Usage(), rates: [0]).cases.filter { $0.dataset == "tiny-sections" }
                .map(\.chosen)
        }
        #expect(try choices(2) == ["section-buckets"])
        #expect(try choices(0.001) == ["section-buckets"])
    }
}
