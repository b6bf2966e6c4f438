import BenchmarkKit
import Foundation
import Workloads

/// Which strategy is the fastest for what: on how many datasets, and on which ones another one is.
struct FastestReport {
    let results: Results

    /// What people choose a strategy for.
    private var purposes: [(title: String, quality: Results.Quality)] {
        [("prepare", Results.Quality("prepare"))]
            + results.groups.flatMap(results.traces).uniqued().map { trace in
                (
                    Self.title(trace),
                    Results.Quality("query", trace: trace)
                )
            }
            + [("one resize", Edit.resize), ("one insertion or deletion", .insert)].map { title, edit in
                (title, Results.Quality("update", trace: edit.id))
            }
    }

    private static func title(_ trace: String) -> String {
        switch trace {
        case "fling", "drag", "fling-train", "bounce": "scrolling (\(trace))"
        case "jump", "scrubber": "random access (\(trace))"
        default: trace
        }
    }

    /// A table with a row for each purpose; empty where no time was measured.
    var table: Table? {
        var table = Table([
            Table.Column("fastest for"), Table.Column("most often"), Table.Column("where another one is"),
        ])
        for (title, quality) in purposes {
            let wins = wins(quality)
            guard let winner = winner(quality, wins) else { continue }
            let count = wins.reduce(0) { $0 + $1.groups.count }
            let others = wins.filter { $0.strategy != winner.strategy }.map { other in
                "\(other.strategy): \(names(other.groups))"
            }
            let share = count > 1 ? " (\(winner.groups.count) of \(count) \(places))" : ""
            table.append([title, winner.strategy + share, others.isEmpty ? "–" : others.joined(separator: "; ")])
        }
        return table.rows.isEmpty ? nil : table
    }

    /// The datasets on which a strategy is the fastest, with the sizes where it is not at all of them.
    private func names(_ groups: [Results.Group]) -> String {
        groups.grouped(by: \.dataset).flatMap { dataset, own in
            let isEverywhere = own.count == results.groups.count { $0.dataset == dataset }
            return isEverywhere ? [dataset] : own.map { "\(dataset)/\($0.n)" }
        }.joined(separator: ", ")
    }

    /// What is counted.
    private var places: String {
        let hasSizes = Set(results.groups.map(\.dataset)).count < results.groups.count
        return hasSizes ? "datasets and sizes" : "datasets"
    }

    /// The strategies that are the fastest anywhere, and where.
    private func wins(_ quality: Results.Quality) -> [(strategy: String, groups: [Results.Group])] {
        results.groups.compactMap { group in
            results.best(group, quality).map { (group: group, strategy: $0.strategy) }
        }.grouped(by: \.strategy).map { ($0.key, $0.elements.map(\.group)) }
    }

    /// The strategy that wins most often; of several the one with the smallest geometric mean of its times on all datasets.
    ///
    /// The mean does not decide alone: one dataset on which all are slow would outweigh all others.
    private func winner(
        _ quality: Results.Quality, _ wins: [(strategy: String, groups: [Results.Group])]
    ) -> (strategy: String, groups: [Results.Group])? {
        let groups = wins.flatMap(\.groups)
        func mean(_ strategy: String) -> Double {
            let logs = groups.compactMap { results.value($0, strategy, quality).map { log(max($0, 1e-3)) } }
            return logs.count == groups.count ? logs.reduce(0, +) / Double(logs.count) : .infinity
        }
        return wins.min { a, b in
            a.groups.count != b.groups.count ? a.groups.count > b.groups.count : mean(a.strategy) < mean(b.strategy)
        }
    }
}
