import CollectionLayout
import Workloads

extension CacheStrategy {
    /// A wrong strategy for the self-check: never in the list of strategies.
    static let lossy = CacheStrategy(
        "lossy", "drops one hit of every result: a self-check of the harness", bytesPerItem: 32, make: { LossyCache() })
}
