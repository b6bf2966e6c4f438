import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// What the thresholds of `scripts/growth` say of edits: their work does not grow with the number of items.
@Suite struct GrowthTests {
    private static let datasets = [
        "photo-grid", "photo-days", "pinterest", "chat", "giant-and-dust", "calendar", "table", "magazine", "lookbook",
        "cards",
    ]
    /// The largest exponent of what counts as no growth.
    private static let limit = 0.15
    private static let folder = ReleaseBuild.packagePath + "/Benchmarks/Thresholds/"

    @Test func editsPlaceAsManyItemsOfTenMillionAsOfAThousand() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".csv") }
        #expect(!files.isEmpty)
        for file in files { try checkGrowth(ThresholdFile(path: Self.folder + file).thresholds) }
    }

    private func checkGrowth(_ thresholds: [Threshold]) throws {
        for dataset in Self.datasets {
            for edit in ["resize", "insert", "delete", "move"] {
                let rows = thresholds.filter {
                    $0.key.dataset == dataset && $0.key.strategy == "incremental" && $0.key.trace == edit
                        && $0.key.phase == "update" && $0.key.metric == Metric.itemsPlaced.id
                }
                let means = rows.filter { $0.key.statistic == "mean" }.sorted { $0.key.n < $1.key.n }
                #expect(means.map(\.key.n) == [1000, 10_000, 100_000, 1_000_000, 10_000_000], "\(dataset), \(edit)")
                // The slope of the line through five points at equal distances.
                let slope = zip([-0.2, -0.1, 0, 0.1, 0.2], means).reduce(0) { $0 + $1.0 * log10($1.1.value) }
                let fitted = rows.filter { $0.key.statistic == "fitted-exponent" }
                #expect(fitted.map(\.key.n) == [10_000_000], "\(dataset), \(edit)")
                let exponent = try #require(fitted.first).value
                #expect(abs(exponent - slope) < 0.0051, "\(dataset), \(edit): \(exponent), of the counts \(slope)")
                #expect(exponent <= Self.limit, "\(dataset), \(edit): n to the power of \(exponent)")
            }
        }
    }

    /// The script counts what is checked here.
    @Test func theScriptCountsTheseDatasets() throws {
        let script = try String(contentsOfFile: ReleaseBuild.packagePath + "/scripts/growth", encoding: .utf8)
        #expect(script.contains("--dataset \(Self.datasets.joined(separator: ",")) "))
    }
}
