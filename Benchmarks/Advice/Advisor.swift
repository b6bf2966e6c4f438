import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// Tells from measurements which strategy costs least.
///
/// Each strategy is taken as measured on the dataset that is most like the content, and costs the sum of how often an app
/// does something times how long that takes there. Nothing else is assumed, and nothing is fitted.
struct Advisor {
    let measurements: Measurements
    let catalogue: FeatureCatalogue

    /// What is to be laid out.
    struct Subject {
        /// A dataset's id, or the name of a file of frames.
        let id: String
        var n: Int
        /// Nil where only measurements of the very content can tell.
        var features: ContentFeatures?
        /// The most bytes an item that a cache may hold.
        var bytesPerItem = Double.infinity
    }

    /// What a strategy is expected to cost.
    struct Prediction {
        let strategy: String
        /// Where it was measured.
        let dataset: String
        /// Nanoseconds that each action takes, of those that were measured.
        let times: [Action: Double]
        /// Nanoseconds of work in a second of use.
        let cost: Double
        let bytesPerItem: Double

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

        var best: Prediction? { predictions.first }
    }

    /// Recommends a strategy.
    ///
    /// - Parameter hidden: a dataset of which nothing may be known.
    func advise(_ subject: Subject, _ usage: Usage, hiding hidden: String? = nil) throws -> Advice {
        let all = try measurements.strategies.compactMap { strategy in
            try nearest(to: subject, byLayout: true) { dataset in
                dataset != hidden && measurements.costs[dataset]?[strategy] != nil
            }.flatMap { prediction(strategy, $0, subject, usage) }
        }.sorted { $0.cost < $1.cost }
        return Advice(
            subject: subject, usage: usage, predictions: all.filter { $0.bytesPerItem <= subject.bytesPerItem },
            tooLarge: all.filter { $0.bytesPerItem > subject.bytesPerItem })
    }

    /// Recommends a strategy for frames that are laid out by a layout like that of the dataset they resemble; nil where
    /// that one is a free form as well.
    func advise(placing frames: Subject, _ usage: Usage) throws -> (dataset: String, advice: Advice)? {
        guard let dataset = try nearest(to: frames, byLayout: false),
            Dataset.named(dataset)?.layoutID != FreeFormLayout.id,
            let features = try catalogue.features(dataset, n: frames.n)
        else { return nil }
        var placed = frames
        placed.features?.uniformity = features.uniformity
        return (dataset, try advise(placed, usage))
    }

    /// The dataset most like a subject, among some. A factor of ten between its sizes and the subject's counts as one of the
    /// features does.
    func nearest(
        to subject: Subject, byLayout: Bool, among isCandidate: (String) -> Bool = { _ in true }
    ) throws -> String? {
        var best: (dataset: String, distance: Double)?
        for dataset in measurements.datasets where isCandidate(dataset) {
            // Without features no other one can be told to be like it.
            guard dataset == subject.id || subject.features != nil else { continue }
            let sizes = measurements.sizes(of: dataset).map(Double.init)
            guard let least = sizes.first, let most = sizes.last else { continue }
            var distance = log10(max(least / Double(subject.n), Double(subject.n) / most, 1))
            if dataset != subject.id {
                guard let own = subject.features, let other = try catalogue.features(dataset, n: subject.n) else {
                    continue
                }
                distance = hypot(distance, own.distance(to: other, byLayout: byLayout))
            }
            if distance < best?.distance ?? .infinity { best = (dataset, distance) }
        }
        return best?.dataset
    }

    /// Nil where an action was not measured.
    private func prediction(
        _ strategy: String, _ dataset: String, _ subject: Subject, _ usage: Usage
    ) -> Prediction? {
        guard let costs = measurements.costs[dataset]?[strategy] else { return nil }
        let n = Double(subject.n)
        var times: [Action: Double] = [:]
        for (action, growth) in costs.times {
            times[action] = growth.cost(at: n, exponent: action == .prepare ? 1 : 0)
        }
        guard usage.actions.allSatisfy({ times[$0] != nil }) else { return nil }
        return Prediction(
            strategy: strategy, dataset: dataset, times: times,
            cost: usage.actions.reduce(0) { $0 + (times[$1] ?? 0) * usage.rate($1) },
            bytesPerItem: costs.bytes.cost(at: n, exponent: 0) ?? CacheStrategy.named(strategy)?.bytesPerItem ?? 0)
    }
}

/// Where another strategy takes over.
struct Takeover: Equatable {
    let strategy: String
    /// Edits a second, or items.
    let value: Double
}

extension Advisor.Advice {
    /// The strategy that is the best for the fewest more edits a second, and the one for the fewest less: two lines
    /// cross where the saving elsewhere is what the edits cost more.
    var edits: (less: Takeover?, more: Takeover?) {
        guard let best, let own = best.edit(usage) else { return (nil, nil) }
        let base = best.cost - usage.edits * own
        let crossings = predictions.dropFirst().compactMap { other -> Takeover? in
            guard let edit = other.edit(usage), edit != own else { return nil }
            let rate = (other.cost - usage.edits * edit - base) / (own - edit)
            return rate >= 0 ? Takeover(strategy: other.strategy, value: rate) : nil
        }
        return (
            crossings.filter { $0.value < usage.edits }.max { $0.value < $1.value },
            crossings.filter { $0.value > usage.edits }.min { $0.value < $1.value }
        )
    }
}

extension Advisor {
    /// The strategy that is the best for the fewest more items, and the one for the fewest less, within the sizes measured;
    /// sizes are tried in steps of an eighth.
    func items(_ advice: Advice) throws -> (less: Takeover?, more: Takeover?) {
        guard let best = advice.best else { return (nil, nil) }
        let sizes = Set(advice.predictions.map(\.dataset)).flatMap(measurements.sizes)
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
