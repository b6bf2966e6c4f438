import CollectionLayout
import Workloads

/// What is laid out: a dataset of the library, or frames read from a file.
struct Input {
    let id: String
    let layoutID: String
    /// Bytes of the content itself, per item.
    let bytesPerItem: Double
    /// The number of items where it cannot be chosen.
    let fixedCount: Int?
    /// The largest count that is of use.
    let largestCount: Int
    /// The numbers of items to measure where none is asked for; nil leaves it to the run.
    var sizes: [Int]?
    /// What happens to elements as the content scrolls.
    let effects: EffectLayer
    private let makeAny: (_ n: Int, _ seed: UInt64) throws(LayoutError) -> Content
    /// How the rows of a file called their elements; empty for datasets.
    let names: [ElementID]

    /// How an element is called in messages.
    func describe(_ element: ElementID) -> String { name(element).description }

    /// What an element is called: as in the file, if there is one.
    func name(_ element: ElementID) -> ElementID {
        names.indices.contains(Int(element.item)) ? names[Int(element.item)] : element
    }

    /// Makes the content, to be laid out by one thread: counts then repeat, and a thread's processor time is all there is.
    func make(_ n: Int, _ seed: UInt64) throws(LayoutError) -> Content {
        var content = try makeAny(n, seed)
        content.parallelism = 1
        return content
    }

    init(_ dataset: Dataset) {
        id = dataset.id
        layoutID = dataset.layoutID
        bytesPerItem = dataset.bytesPerItem
        fixedCount = nil
        largestCount = dataset.largestCount
        sizes = dataset.sizes
        effects = dataset.effects
        makeAny = dataset.make
        names = []
    }

    /// Frames that were read; `names` says how the rows called their elements.
    init(id: String, content: Content, names: [ElementID]) {
        self.id = id
        layoutID = FreeFormLayout.id
        bytesPerItem = 32
        fixedCount = content.itemCount
        largestCount = content.itemCount
        sizes = nil
        effects = EffectLayer()
        makeAny = { _, _ in content }
        self.names = names
    }
}

/// What is asked for: a trace of the library, or viewports read from a file.
struct Scroll {
    let id: String
    private let show: (_ content: Size, _ frames: Int, _ seed: UInt64, _ framesPerSecond: Int) -> [Rect]

    init(_ trace: Trace, viewport: Size = Dataset.bounds) {
        id = trace.id
        show = { trace.make($0, viewport, $1, $2, framesPerSecond: $3) }
    }

    /// Viewports that were read.
    init(id: String, viewports: [Rect]) {
        self.id = id
        show = { _, _, _, _ in viewports }
    }

    /// The viewports over a content of some size.
    func make(
        _ content: Size, _ frames: Int, _ seed: UInt64, framesPerSecond: Int = Trace.usualRate
    ) -> [Rect] {
        show(content, frames, seed, framesPerSecond)
    }
}
