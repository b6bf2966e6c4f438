import BenchmarkKit
import CollectionLayout

/// A number that a prepared cache tells of itself: a new one is a value of this type and one line in ``all``.
struct CacheMetric: Sendable {
    let metric: Metric
    /// What it is, in one line.
    let summary: String
    /// Reads it from a cache with at least one item.
    let value: @Sendable (any AttributeCache) -> Double

    /// All that are read after a prepare.
    static let all: [CacheMetric] = [
        CacheMetric(metric: .bytesPerItem, summary: "bytes a prepared cache holds, per item") {
            Double($0.byteCount) / Double($0.content.itemCount)
        }
    ]
}

extension Metric {
    /// Bytes a prepared cache holds, per item.
    static let bytesPerItem = Metric("bytes-per-item", .bytes, .exact, .lowerIsBetter)
}
