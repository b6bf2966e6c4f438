import BenchmarkKit
import Foundation

/// Which strategy is the fastest for what: by dataset, and overall by the geometric mean of the times.
struct FastestReport {
    let results: Results

    /// What people choose a strategy for.
    private var purposes: [(title: String, quality: Results.Quality)] {
        var traces: [String] = []
        for group in results.groups {
            for trace in results.traces(group) where !traces.contains(trace) { traces.append(trace) }
        }
        return [("prepare", Results.Quality(phase: "prepare", metric: .wallTime, statistic: "median"))]
            + traces.map { trace in
                (
                    Self.title(trace),
                    Results.Quality(phase: "query", trace: trace, metric: .wallTime, statistic: "median")
                )
            }
            + [("one resize", UpdateCase.Edit.resize), ("one insertion or deletion", .insert)].map { title, edit in
                (title, Results.Quality(phase: "update", trace: edit.rawValue, metric: .wallTime, statistic: "median"))
            }
    }

    private static func title(_ trace: String) -> String {
        switch trace {
        case "fling", "drag": "scrolling (\(trace))"
        case "jump", "scrubber": "random access (\(trace))"
        default: trace
        }
    }

    /// A table with a row for each purpose; empty where no time was measured.
    var table: Table? {
        var table = Table([Table.Column("fastest for"), Table.Column("overall"), Table.Column("where another one is")])
        var isEmpty = true
        for (title, quality) in purposes {
            guard let overall = overall(quality) else { continue }
            isEmpty = false
            let others = others(quality, than: overall.strategy)
            let lead = overall.lead.map { " (\(Quantity.fixed($0, decimals: $0 < 9.95 ? 2 : 0)) × ahead)" } ?? ""
            table.append([title, overall.strategy + lead, others])
        }
        return isEmpty ? nil : table
    }

    /// The datasets on which another strategy is the fastest: `incremental: photo-days, free-form`.
    private func others(_ quality: Results.Quality, than overall: String) -> String {
        var datasets: [(strategy: String, names: [String])] = []
        for group in results.groups {
            guard let best = results.best(group, quality)?.strategy, best != overall else { continue }
            let hasSizes = results.groups.count { $0.dataset == group.dataset } > 1
            let name = hasSizes ? "\(group.dataset)/\(group.n)" : group.dataset
            if let index = datasets.firstIndex(where: { $0.strategy == best }) {
                datasets[index].names.append(name)
            } else {
                datasets.append((best, [name]))
            }
        }
        let texts = datasets.map { "\($0.strategy): \($0.names.joined(separator: ", "))" }
        return texts.isEmpty ? "–" : texts.joined(separator: "; ")
    }

    /// The strategy with the smallest geometric mean among those measured in all groups, and how far the next one is.
    private func overall(_ quality: Results.Quality) -> (strategy: String, lead: Double?)? {
        let groups = results.groups.filter { results.best($0, quality) != nil }
        guard let first = groups.first else { return nil }
        let means = results.strategies(first).compactMap { strategy -> (strategy: String, mean: Double)? in
            let logs = groups.compactMap { results.value($0, strategy, quality).map { log(max($0, 1e-3)) } }
            return logs.count == groups.count ? (strategy, exp(logs.reduce(0, +) / Double(logs.count))) : nil
        }.sorted { $0.mean < $1.mean }
        guard let best = means.first else { return nil }
        return (best.strategy, means.count > 1 ? means[1].mean / best.mean : nil)
    }
}
