import BenchmarkKit
import Foundation
import Workloads

/// How much worse the advisor's choice is than the best one, on datasets that are hidden from it one by one.
struct Regret {
    /// A dataset of one size at a rate of edits.
    struct Case {
        let dataset: String
        let n: Int
        let edits: Double
        /// What each strategy costs, as measured there.
        let costs: [String: Double]
        /// What the advisor chose; it was measured there.
        let chosen: String
        let best: String

        /// The cost of a choice over the best one's.
        func ratio(of strategy: String) -> Double? { costs[strategy].map { $0 / costs[best]! } }
        var ratio: Double { ratio(of: chosen)! }
    }

    private(set) var cases: [Case] = []
    /// How many choices were not measured on the hidden dataset, or were none.
    private(set) var unknown = 0

    /// The rates of edits a second.
    static let rates: [Double] = [0, 1, 60]

    /// - Parameter isStrange: whether all datasets of the hidden one's layout are hidden as well.
    init(_ advisor: Advisor, _ usage: Usage, rates: [Double] = Regret.rates, isStrange: Bool = false) throws {
        for dataset in advisor.measurements.datasets {
            let hidden = advisor.measurements.datasets.filter {
                $0 == dataset || isStrange && Dataset.named($0)?.layoutID == Dataset.named(dataset)?.layoutID
            }
            for n in advisor.measurements.sizes(of: dataset) {
                guard let features = try advisor.catalogue.features(dataset, n: n) else { continue }
                for rate in rates {
                    var usage = usage
                    usage.edits = rate
                    let costs = advisor.measurements.costs(on: dataset, n: n, usage)
                    guard costs.count > 1, let best = costs.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
                    else { continue }
                    let subject = Advisor.Subject(id: dataset, n: n, features: features)
                    let choice = try advisor.advise(subject, usage, hiding: Set(hidden)).best?.strategy
                    guard let choice, costs[choice] != nil else {
                        unknown += 1
                        continue
                    }
                    cases.append(
                        Case(dataset: dataset, n: n, edits: rate, costs: costs, chosen: choice, best: best))
                }
            }
        }
    }

    /// What always choosing the same strategy would cost at best: the one with the smallest mean among those measured in all
    /// cases.
    static func constant(_ cases: [Case]) -> (strategy: String, ratios: [Double])? {
        let strategies = Set(cases.flatMap(\.costs.keys)).sorted()
        return strategies.compactMap { strategy in
            let ratios = cases.compactMap { $0.ratio(of: strategy) }
            return ratios.count == cases.count ? (strategy, ratios) : nil
        }.min { mean($0.1) < mean($1.1) }
    }

    /// The geometric mean.
    static func mean(_ ratios: [Double]) -> Double {
        exp(ratios.reduce(0) { $0 + log($1) } / Double(max(ratios.count, 1)))
    }
}

extension Measurements {
    /// What strategies cost in a second of use, by the rows of a dataset and size themselves; those of which an action was
    /// not measured are left out.
    fileprivate func costs(on dataset: String, n: Int, _ usage: Usage) -> [String: Double] {
        (costs[dataset] ?? [:]).compactMapValues { costs in
            var sum = 0.0
            for action in usage.actions {
                guard let time = costs.times[action]?[n] else { return nil }
                sum += time * usage.rate(action)
            }
            return sum
        }
    }
}
