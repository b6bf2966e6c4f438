import CollectionLayout

/// A content to lay out, by name: a new dataset is one file and one line in ``all`` or ``adversarial``.
public struct Dataset: Sendable {
    /// Stable id for files and results, such as `photo-grid`.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// The id of the layout of most items.
    public let layoutID: String
    /// About how many bytes the content itself holds an item, to tell what fits in memory; a uniform section counts 0.
    public let bytesPerItem: Double
    /// The largest count that is of use: beyond it, time or the number of hits is out of proportion.
    public let largestCount: Int
    /// The numbers of items to measure where none is asked for; nil leaves it to the run.
    public let sizes: [Int]?
    /// What happens to elements as the content scrolls; queries are measured with these effects and without.
    public let effects: EffectLayer
    /// Makes the content of exactly `n` items from a seed. O(n), and O(sections) where sections are uniform.
    ///
    /// - Precondition: `n` is at least 0.
    /// - Throws: ``CollectionLayout/LayoutError`` where the engine's limits are exceeded.
    public let make: @Sendable (_ n: Int, _ seed: UInt64) throws(LayoutError) -> Content

    /// Names a dataset.
    public init(
        _ id: String, _ summary: String, layoutID: String, bytesPerItem: Double, largestCount: Int = 100_000_000,
        sizes: [Int]? = nil,
        effects: EffectLayer = EffectLayer(),
        make: @escaping @Sendable (_ n: Int, _ seed: UInt64) throws(LayoutError) -> Content
    ) {
        self.id = id
        self.summary = summary
        self.layoutID = layoutID
        self.bytesPerItem = bytesPerItem
        self.largestCount = largestCount
        self.sizes = sizes
        self.effects = effects
        self.make = { n, seed throws(LayoutError) in
            precondition(n >= 0, "a dataset has at least 0 items, got \(n)")
            return try make(n, seed)
        }
    }

    /// The bounds that all datasets are laid out in: 390 × 844 pt, the screen of an iPhone 12 to 14.
    public static let bounds = Size(width: 390, height: 844)

    /// The seed to use where none is asked for: with it `photo-grid` has 4 columns and `pinterest` 3 lanes.
    public static let defaultSeed: UInt64 = 7

    /// The datasets of a run that is not asked for others: few enough that it takes two minutes.
    public static let standard: [Dataset] = [photoGrid, photoDays, pinterest, chat, freeForm, giantAndDust]

    /// The datasets that resemble what apps show.
    public static let all: [Dataset] =
        standard + [
            calendar, appStore, table, tags, cards, magazine, lookbook, tinySections, stickyHeaders,
        ]

    /// The datasets that are meant to hurt.
    public static let adversarial: [Dataset] =
        [spanningElement, tallLane, identicalFrames, zeroLengths, alternatingHeights]
        + straddlingWidths + beyond + [distinctSizes, decoratedSections, circleRim, wideCircle]

    /// All datasets that have a name.
    public static let every: [Dataset] = all + adversarial

    /// The dataset of an id, adversarial ones included.
    public static func named(_ id: String) -> Dataset? { every.first { $0.id == id } }
}
