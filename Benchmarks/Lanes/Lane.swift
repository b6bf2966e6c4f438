import BenchmarkKit
import CollectionLayout

/// A measurement in a process of its own, so that none disturbs another: the program starts itself with the hidden
/// command `lane NAME`.
struct Lane: Sendable {
    /// What the child is told to measure.
    let name: String
    /// What the progress line calls it.
    let title: String
    /// Whether each strategy has a process of its own.
    var isPerStrategy = false
    /// What is measured of a phase, in the order in which the child tells the values.
    let values: @Sendable (_ phase: String) -> [Value]
    /// Starts a child and returns what it tells; nothing where what it needs is not installed.
    var launch: @Sendable (_ run: GroupRun, _ arguments: [String]) throws -> Answers = { run, arguments in
        try Lane.start(arguments, n: run.group.n)
    }
    /// What the child does.
    let body: @Sendable (Child) throws -> Void

    /// A metric with its statistic.
    typealias Value = (metric: Metric, statistic: String)

    /// The lanes of a run, in order; the time lane of a run is the program itself.
    static let ofRuns: [Lane] = [.counters, .cold, .allocations, .instructions, .memory]

    /// All that a child can be asked for.
    static let all = ofRuns + [.time, .harness]
}

extension Lane {
    /// The case that values belong to.
    struct Key: Hashable {
        let strategy: String
        let phase: String
        /// Empty where there is none.
        let trace: String
    }

    /// What a child tells of a case.
    struct Answer: Equatable {
        /// Nil where a value is not known.
        var values: [Double?]
        /// How many samples or queries the values summarise.
        var samples = 1
        /// Of the answers to the queries.
        var checksum: UInt64?

        /// The end of a line that a child prints.
        var fields: [String] {
            values.map { $0.map { "\($0)" } ?? "-" } + (samples == 1 ? [] : ["samples=\(samples)"])
                + (checksum.map { ["checksum=\($0)"] } ?? [])
        }

        init(_ values: [Double?], samples: Int = 1, checksum: UInt64? = nil) {
            self.values = values
            self.samples = samples
            self.checksum = checksum
        }

        /// Reads the end of a line; nil where it is none.
        init?(fields: some Sequence<Substring>) {
            values = []
            for field in fields {
                if field == "-" {
                    values.append(nil)
                } else if let value = Double(field) {
                    values.append(value)
                } else if field.hasPrefix("samples="), let count = Int(field.dropFirst(8)) {
                    samples = count
                } else if field.hasPrefix("checksum="), let sum = UInt64(field.dropFirst(9)) {
                    checksum = sum
                } else {
                    return nil
                }
            }
        }
    }

    typealias Answers = [Key: Answer]
}

extension Lane.Key {
    init(_ place: Recorder.Place) {
        self.init(strategy: place.strategy, phase: place.phase, trace: place.trace)
    }
}

extension GroupRun {
    /// What a lane measures of the group: a row for each case, strategy and value, unavailable where no child tells it; none for
    /// edits that no strategy was told to do.
    func rows(of lane: Lane) throws -> [ResultRow] {
        let cases = PairCase.all(group).filter { item in
            lane.values(item.phase).contains { metrics.contains($0.metric.id) }
        }
        let strategies = group.strategies.map(\.id).filter { id in
            cases.contains { $0.strategies.contains { $0.id == id } }
        }
        guard !strategies.isEmpty else { return [] }
        var answers: Lane.Answers = [:]
        for part in lane.isPerStrategy ? strategies.map({ [$0] }) : [strategies] {
            let arguments = lane.arguments(group, selection, strategies: part)
            answers.merge(try lane.launch(self, arguments)) { $1 }
        }
        // Not every content can be edited in every way.
        let told = cases.filter { item in
            item.phase != "update" || item.strategies.contains { answers[Lane.Key(item.place($0.id))] != nil }
        }
        return told.flatMap { item in
            item.strategies.flatMap { strategy -> [ResultRow] in
                let place = item.place(strategy.id)
                let answer = answers[Lane.Key(place)]
                return lane.values(item.phase).enumerated().flatMap { index, value in
                    let number = answer.flatMap { index < $0.values.count ? $0.values[index] : nil }
                    return recorder.row(
                        place, value.metric, value.statistic, number, samples: number == nil ? 0 : answer!.samples,
                        checksum: answer?.checksum)
                }
            }
        }
    }
}
