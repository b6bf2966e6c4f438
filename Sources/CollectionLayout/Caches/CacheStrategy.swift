/// A cache strategy by name: one line a strategy.
public struct CacheStrategy: Sendable {
    /// Stable id for files and results, such as `packed-rtree`.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// About how many bytes it holds an item, to tell what fits in memory.
    public let bytesPerItem: Double
    /// An empty cache of the strategy.
    public let make: @Sendable () -> any AttributeCache

    /// Names a strategy.
    public init(
        _ id: String, _ summary: String, bytesPerItem: Double, make: @escaping @Sendable () -> any AttributeCache
    ) {
        self.id = id
        self.summary = summary
        self.bytesPerItem = bytesPerItem
        self.make = make
    }

    /// The strategy that all others are compared with: the plainest correct one.
    public static let oracle = CacheStrategy(
        "full-array", "flat array of frames, linear scan", bytesPerItem: 42, make: { FullArrayCache() })

    /// All strategies.
    public static let all: [CacheStrategy] = [
        CacheStrategy(
            "tutorial-array", "array of attribute objects, linear scan", bytesPerItem: 160,
            make: { TutorialArrayCache() }),
        oracle,
        CacheStrategy(
            "section-buckets", "sections, then buckets of 8 items in a sorted window", bytesPerItem: 21,
            make: { SectionBucketCache() }),
        CacheStrategy(
            "packed-rtree", "packed R-tree with 16 children a node", bytesPerItem: 54,
            make: { PackedRTreeCache() }),
        CacheStrategy(
            "incremental", "blocks with relative coordinates under trees of offsets", bytesPerItem: 26,
            make: { IncrementalCache() }),
        CacheStrategy(
            "checkpoints", "the layout's state every hundred items or so, frames on demand", bytesPerItem: 1,
            make: { CheckpointCache() }),
        CacheStrategy(
            "closed-form", "the period of uniform sections, checkpoints for the others", bytesPerItem: 1,
            make: { ClosedFormCache() }),
        CacheStrategy(
            "viewport-first", "at first only what is shown, the rest in slices; then checkpoints", bytesPerItem: 1,
            make: { ViewportFirstCache() }),
    ]

    /// The strategy of an id.
    public static func named(_ id: String) -> CacheStrategy? { all.first { $0.id == id } }
}
