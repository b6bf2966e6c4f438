import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// Tells from measurements which strategy costs least.
///
/// A strategy costs the sum of how often an app does something times how long that takes. Where it was measured on the content
/// itself, it takes what it took there. Elsewhere each time is the geometric mean of those on all datasets, weighted by the
/// inverse square of how far a dataset is from the content (Shepard, "A two-dimensional interpolation function for
/// irregularly-spaced data", 1968): the one most like it counts most, but a strategy that fails on others is not chosen for a
/// small gain there. Before that, a query's time on a dataset is multiplied by how much more a search has to do in the content
/// than in the dataset: likeness does not tell whether a strategy finds its way, and at ten million items that is a factor of
/// 100,000. An edit's time is multiplied by how many more items it places. Laying out is taken apart: what the layout itself
/// takes, which is the same for all strategies, and what a strategy adds.
struct Advisor {
    let measurements: Measurements
    let catalogue: FeatureCatalogue

    /// What is to be laid out.
    struct Subject {
        /// A dataset's id, or that of a file of frames.
        let id: String
        /// The file of frames that it is; nil for a dataset.
        var path: String?
        var n: Int
        /// Nil where only measurements of the very content can tell.
        var features: ContentFeatures?
        /// What strategies do in it; nil stands for what they do in the dataset of its id.
        var work: ContentWork?
        /// The most bytes an item that a cache may hold.
        var bytesPerItem = Double.infinity
    }

    /// What a strategy is expected to cost.
    struct Prediction {
        let strategy: String
        /// Where it was measured, the dataset that counts most first, and which part of the answer each of them is.
        let sources: [(dataset: String, share: Double)]
        /// Nanoseconds that each action takes, of those that were measured.
        let times: [Action: Double]
        /// Nanoseconds of work in a second of use.
        let cost: Double
        let bytesPerItem: Double
        /// What a search has to do, in tests of an element; nil where it was measured on the content itself, or nobody knows.
        let searchWork: Double?

        /// Nanoseconds in a second of use that an action takes.
        func cost(of action: Action, _ usage: Usage) -> Double { (times[action] ?? 0) * usage.rate(action) }

        /// Nanoseconds of an edit and the query after it, nil where it was not measured.
        func edit(_ usage: Usage) -> Double? {
            guard let resize = times[.resize], let insert = times[.insert] else { return nil }
            return resize * (1 - usage.insertions) + insert * usage.insertions
        }
    }

    /// What the advisor says.
    struct Advice {
        let subject: Subject
        let usage: Usage
        /// The strategies that can be used, the best one first.
        let predictions: [Prediction]
        /// Those that hold too many bytes.
        let tooLarge: [Prediction]
        /// How far the dataset is that is most like the subject; 0 for the subject itself.
        let distance: Double

        var best: Prediction? { predictions.first }
    }

    /// What measurements differ by: costs this close to each other are taken for the same.
    static let tolerance = 0.05
    /// What is told from other datasets differs by more, also from one run to the next: of `lookbook` with 100,000 items two
    /// strategies come out 6 to 15 % apart, of which the one takes four times as long there.
    static let toleranceOfOthers = 0.1

    /// Recommends a strategy.
    ///
    /// Of those that cost the same as far as can be told from other datasets, the one whose edits take the least: what those
    /// that lay out more than they need depend on is the layout, of which nothing was measured. Without edits, the one that holds
    /// the fewest bytes: what it does not build cannot turn out dearer than elsewhere.
    ///
    /// - Parameter hidden: datasets that count as not measured.
    func advise(_ subject: Subject, _ usage: Usage, hiding hidden: Set<String> = []) throws -> Advice {
        let distances = try distances(to: subject, byLayout: true).filter { !hidden.contains($0.dataset) }
        let all = try measurements.strategies.compactMap { try prediction($0, distances, subject, usage) }
            .sorted { $0.cost < $1.cost }
        var fitting = all.filter { $0.bytesPerItem <= subject.bytesPerItem }
        if let best = fitting.first, best.sources.first?.dataset != subject.id {
            let same = fitting.prefix { $0.cost <= best.cost * (1 + Self.toleranceOfOthers) }
            let safest = same.indices.min { first, second in
                usage.edits > 0
                    ? (same[first].edit(usage) ?? 0) < (same[second].edit(usage) ?? 0)
                    : same[first].bytesPerItem < same[second].bytesPerItem
            }
            if let safest { fitting.insert(fitting.remove(at: safest), at: 0) }
        }
        return Advice(
            subject: subject, usage: usage, predictions: fitting,
            tooLarge: all.filter { $0.bytesPerItem > subject.bytesPerItem },
            distance: distances.map(\.distance).min() ?? .infinity)
    }

    /// Recommends a strategy for frames that are laid out by a layout like that of the dataset they resemble; nil where
    /// that one is a free form as well.
    func advise(placing frames: Subject, _ usage: Usage) throws -> (dataset: String, advice: Advice)? {
        guard let dataset = try distances(to: frames, byLayout: false).min(by: { $0.distance < $1.distance })?.dataset,
            Dataset.named(dataset)?.layoutID != FreeFormLayout.id,
            let features = try catalogue.features(dataset, n: frames.n)
        else { return nil }
        var placed = frames
        placed.features?.uniformity = features.uniformity
        placed.work = catalogue.work(in: dataset)
        return (dataset, try advise(placed, usage))
    }

    /// How far the datasets are from a subject: those that can be told to be like it.
    private func distances(to subject: Subject, byLayout: Bool) throws -> [(dataset: String, distance: Double)] {
        try measurements.datasets.compactMap { dataset in
            if dataset == subject.id { return (dataset, 0) }
            guard let own = subject.features, let other = try catalogue.features(dataset, n: subject.n) else {
                return nil
            }
            return (dataset, own.distance(to: other, byLayout: byLayout))
        }
    }

    /// Nil where no dataset tells of all that an app does.
    private func prediction(
        _ strategy: String, _ distances: [(dataset: String, distance: Double)], _ subject: Subject, _ usage: Usage
    ) throws -> Prediction? {
        let measured = distances.filter { dataset, _ in
            usage.actions.allSatisfy { measurements.costs[dataset]?[strategy]?.times[$0] != nil }
        }
        let own = measured.filter { $0.dataset == subject.id }
        let weights = Self.weights(own.isEmpty ? measured : own)
        guard !weights.isEmpty else { return nil }
        var times: [Action: Double] = [:]
        for action in Action.allCases {
            let apart = action == .prepare && own.isEmpty ? prepare(strategy, weights, subject) : nil
            times[action] = try apart ?? Self.mean(weights) { try time(action, strategy, on: $0, subject) }
        }
        let bytes = Self.mean(weights) {
            measurements.costs[$0]?[strategy]?.bytes.cost(at: Double(subject.n), exponent: 0)
        }
        return Prediction(
            strategy: strategy, sources: weights.sorted { $0.share > $1.share }, times: times,
            cost: usage.actions.reduce(0) { $0 + (times[$1] ?? 0) * usage.rate($1) },
            bytesPerItem: bytes ?? CacheStrategy.named(strategy)?.bytesPerItem ?? 0,
            searchWork: own.isEmpty ? try searchWork(strategy, subject) : nil)
    }

    /// The inverse squares of distances as parts of their sum; what is the same as the subject is all of it.
    private static func weights(
        _ distances: [(dataset: String, distance: Double)]
    ) -> [(dataset: String, share: Double)] {
        let same = distances.filter { $0.distance == 0 }
        let weights = same.isEmpty ? distances.map { ($0, pow($1, -2)) } : same.map { ($0.dataset, 1.0) }
        let sum = weights.reduce(0) { $0 + $1.1 }
        return weights.map { ($0, $1 / sum) }
    }

    /// The weighted geometric mean of what some datasets tell; nil if none does.
    private static func mean(
        _ weights: [(dataset: String, share: Double)], _ value: (_ dataset: String) throws -> Double?
    ) rethrows -> Double? {
        if weights.count == 1 { return try value(weights[0].dataset) }
        var (sum, whole) = (0.0, 0.0)
        for (dataset, share) in weights {
            guard let value = try value(dataset) else { continue }
            sum += share * log(value)
            whole += share
        }
        return whole > 0 ? exp(sum / whole) : nil
    }

    /// How long an action takes a strategy on a dataset of the subject's size, as far as that tells of the subject; nil where it
    /// was not measured.
    private func time(
        _ action: Action, _ strategy: String, on dataset: String, _ subject: Subject
    ) throws -> Double? {
        func measured(_ action: Action) -> Double? { self.measured(action, strategy, on: dataset, subject) }
        guard dataset != subject.id else { return measured(action) }
        switch action {
        case .prepare:
            return measured(.prepare)
        case .scroll, .jump:
            return try query(action, strategy, on: dataset, subject)
        case .resize, .insert:
            // The query after it takes what a jump takes, there and here.
            guard let edit = measured(action), let jump = measured(.jump),
                let query = try query(.jump, strategy, on: dataset, subject)
            else { return measured(action) }
            return max(edit - jump, 0) * (try editGrowth(action, strategy, on: dataset, subject)) + query
        }
    }

    /// How long an action took a strategy on a dataset of the subject's size; nil where it was not measured.
    private func measured(_ action: Action, _ strategy: String, on dataset: String, _ subject: Subject) -> Double? {
        measurements.costs[dataset]?[strategy]?.times[action]?.cost(
            at: Double(subject.n), exponent: action == .prepare ? 1 : 0)
    }

    /// How long laying out takes a strategy that was not measured on the subject: the mean of what it takes `checkpoints`, which
    /// places items and keeps next to nothing, and the mean of what the strategy adds to that. Nil where these are not known.
    ///
    /// The two have nothing to do with each other: of a calendar, whose items take 50 ns each, an index says by how many nanoseconds
    /// an item it is dearer, and not by how many per cent.
    private func prepare(
        _ strategy: String, _ weights: [(dataset: String, share: Double)], _ subject: Subject
    ) -> Double? {
        func measured(_ strategy: String, _ dataset: String) -> Double? {
            self.measured(.prepare, strategy, on: dataset, subject)
        }
        guard let layout = Self.mean(weights, { measured("checkpoints", $0) }) else { return nil }
        if strategy == "checkpoints" { return layout }
        // A form takes the place of checkpoints in the subject's own uniform sections, however many the dataset has.
        if strategy == "closed-form", let features = subject.features { return layout * features.workBesideForms }
        let addition = Self.mean(weights) { dataset in
            guard let all = measured(strategy, dataset), let layout = measured("checkpoints", dataset) else {
                return nil
            }
            return max(all - layout, Self.leastAddition * layout)
        }
        return addition.map { layout + $0 }
    }

    /// The part of what a layout takes that a strategy adds at least, less than measurements differ by.
    private static let leastAddition = 0.01

    /// How long a query of the subject takes: as much more than one of a dataset as a search has to do more. Times are not drawn
    /// out beyond the measured sizes, as work tells how they grow.
    private func query(
        _ action: Action, _ strategy: String, on dataset: String, _ subject: Subject
    ) throws -> Double? {
        guard let growth = measurements.costs[dataset]?[strategy]?.times[action], let sizes = growth.sizes else {
            return nil
        }
        let n = min(max(Double(subject.n), sizes.lowerBound), sizes.upperBound)
        guard let own = try searchWork(strategy, subject),
            let other = try catalogue.work(in: dataset)?.ofSearch(strategy, n: n),
            let time = growth.cost(at: n, exponent: 0)
        else { return growth.cost(at: Double(subject.n), exponent: 0) }
        return time * own / other
    }

    /// How many times more items an edit places in the subject than in a dataset of its size; 1 where nobody knows.
    ///
    /// An insertion that places fewer takes no less time for that: it moves what is behind it as well.
    private func editGrowth(
        _ action: Action, _ strategy: String, on dataset: String, _ subject: Subject
    ) throws -> Double {
        let n = Double(subject.n)
        func placed(_ work: ContentWork?) throws -> Double? {
            try action == .insert ? work?.ofInsertion(strategy, n: n) : work?.ofResize(strategy, n: n)
        }
        guard let own = try placed(work(in: subject)), let other = try placed(catalogue.work(in: dataset)) else {
            return 1
        }
        return action == .insert ? max(own / other, 1) : own / other
    }

    /// What a search of the subject has to do; nil where nobody knows.
    private func searchWork(_ strategy: String, _ subject: Subject) throws -> Double? {
        try work(in: subject)?.ofSearch(strategy, n: Double(subject.n))
    }

    private func work(in subject: Subject) -> ContentWork? { subject.work ?? catalogue.work(in: subject.id) }
}

/// Where another strategy takes over.
struct Takeover: Equatable {
    let strategy: String
    /// Edits a second, or items.
    let value: Double
}

extension Advisor.Advice {
    /// The strategies that take over nearest below and nearest above this rate of edits: two lines cross where the saving
    /// elsewhere is what the edits cost more.
    var edits: (less: Takeover?, more: Takeover?) {
        guard let best, let own = best.edit(usage) else { return (nil, nil) }
        let base = best.cost - usage.edits * own
        func crossings(_ isOther: (_ edit: Double) -> Bool) -> [Takeover] {
            predictions.dropFirst().compactMap { other in
                guard let edit = other.edit(usage), isOther(edit) else { return nil }
                let rate = (other.cost - usage.edits * edit - base) / (own - edit)
                return rate >= 0 ? Takeover(strategy: other.strategy, value: rate) : nil
            }
        }
        return (
            crossings { $0 > own }.filter { $0.value < usage.edits }.max { $0.value < $1.value },
            crossings { $0 < own }.filter { $0.value > usage.edits }.min { $0.value < $1.value }
        )
    }
}

extension Advisor {
    /// The strategies that take over nearest below and nearest above this number of items, within the sizes measured; sizes
    /// are tried in steps of an eighth.
    func items(_ advice: Advice) throws -> (less: Takeover?, more: Takeover?) {
        guard let best = advice.best else { return (nil, nil) }
        let sizes = Set(advice.predictions.flatMap { $0.sources.map(\.dataset) }).flatMap(measurements.sizes)
        func takeover(_ factor: Double) throws -> Takeover? {
            guard let least = sizes.min(), let most = sizes.max() else { return nil }
            var n = Double(advice.subject.n) * factor
            while factor < 1 ? n >= Double(least) : n <= Double(most) {
                var subject = advice.subject
                subject.n = Int(n)
                let other = try advise(subject, advice.usage).best
                if let other, other.strategy != best.strategy {
                    return Takeover(strategy: other.strategy, value: n)
                }
                n *= factor
            }
            return nil
        }
        return (try takeover(8.0 / 9), try takeover(9.0 / 8))
    }
}
