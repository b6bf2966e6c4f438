import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// What the thresholds of `scripts/growth` say of edits: their work does not grow with the number of items.
@Suite struct GrowthTests {
    private static let folder = ReleaseBuild.packagePath + "/Benchmarks/Thresholds/"

    @Test func editsPlaceAsManyItemsOfTenMillionAsOfAThousand() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".csv") }
        #expect(!files.isEmpty)
        for file in files { try checkGrowth(ThresholdFile(path: Self.folder + file).thresholds) }
    }

    private func checkGrowth(_ thresholds: [Threshold]) throws {
        for dataset in ["photo-days", "pinterest", "chat", "giant-and-dust"] {
            for edit in ["resize", "insert", "move"] {
                let points = thresholds.filter {
                    let key = $0.key
                    return key.dataset == dataset && key.strategy == "incremental" && key.trace == edit
                        && key.metric == Metric.itemsPlaced.id && key.statistic == "mean"
                }.map { (size: Double($0.key.n), cost: $0.value) }
                #expect(points.map(\.size).sorted() == [1e3, 1e4, 1e5, 1e6, 1e7], "\(dataset), \(edit)")
                let law = try #require(PowerLaw(points))
                #expect(abs(law.exponent) <= 0.15, "\(dataset), \(edit): n to the power of \(law.exponent)")
            }
        }
    }
}
