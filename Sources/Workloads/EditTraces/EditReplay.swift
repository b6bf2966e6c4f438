import CollectionLayout

/// A trace with edits over a dataset, to be replayed on engines of any strategy: the one replay that tests and benchmarks
/// share.
///
/// The frames are those of a scroll in an app: a seed and what a layout engine does with the edits decide them. No engine
/// decides anything when they are replayed, so all strategies do the same.
public struct EditReplay: Sendable {
    /// What is replayed.
    public let trace: EditTrace
    /// What it is replayed on.
    public let dataset: Dataset
    /// The number of items at the beginning.
    public let n: Int
    /// The seed of dataset and trace.
    public let seed: UInt64
    /// The frames, in order.
    public let frames: [EditFrame]

    /// Records a trace.
    ///
    /// - Parameters:
    ///   - dataset: One of the trace's own; others may not have what it edits.
    ///   - n: At least 1.
    ///   - frames: At least 0.
    ///   - framesPerSecond: A trace moves as far in a second whatever their number.
    /// - Complexity: that of the frames on an ``CollectionLayout/IncrementalCache``.
    /// - Throws: ``CollectionLayout/LayoutError`` where the engine's limits are exceeded.
    public init(
        _ trace: EditTrace, on dataset: Dataset, n: Int, frames: Int, framesPerSecond: Int = 60,
        seed: UInt64 = Dataset.defaultSeed
    ) throws(LayoutError) {
        precondition(n >= 1, "a trace with edits needs items")
        precondition(frames >= 0 && framesPerSecond >= 1, "\(frames) frames at \(framesPerSecond) a second")
        self.trace = trace
        self.dataset = dataset
        self.n = n
        self.seed = seed
        self.frames = try Recording(
            trace, of: dataset.make(n, seed), frames: frames, framesPerSecond: framesPerSecond, seed: seed
        ).frames
    }

    /// An engine with what the trace begins with. O(n).
    ///
    /// Nothing shares the storage of its content, so the first edit copies nothing.
    public func engine<Cache: AttributeCache>(
        _: Cache.Type
    ) throws(LayoutError) -> CollectionLayoutEngine<Cache> {
        var engine = try CollectionLayoutEngine<Cache>(
            trace.start(dataset.make(n, seed)), bounds: Rect(origin: .zero, size: Dataset.bounds))
        // Estimates are no answers.
        while try !engine.continuePreparing(items: n) {}
        return engine
    }

    /// Brings an engine to a frame from the one before and asks for what is visible: what benchmarks time.
    ///
    /// - Throws: ``CollectionLayout/LayoutError``.
    public func play<Cache: AttributeCache>(
        _ frame: Int, on engine: inout CollectionLayoutEngine<Cache>, into buffer: inout AttributesBuffer
    ) throws(LayoutError) {
        try frames[frame].apply(to: &engine)
        buffer.removeAll()
        engine.layoutAttributesForElements(in: engine.bounds, into: &buffer)
    }

    /// One number for what an engine shows: its bounds, the visible elements and where they are; their order does not
    /// matter.
    public static func checksum<Cache: AttributeCache>(
        of engine: CollectionLayoutEngine<Cache>, _ buffer: borrowing AttributesBuffer
    ) -> UInt64 {
        buffer.checksum &+ engine.bounds.fingerprint(0)
    }

    /// What a new engine of a strategy shows in each frame.
    ///
    /// - Parameter isOver: Asked after each frame; the remaining ones are left out where it says so.
    /// - Throws: ``CollectionLayout/LayoutError``.
    public func checksums<Cache: AttributeCache>(
        _ type: Cache.Type, until isOver: () -> Bool = { false }
    ) throws(LayoutError) -> [UInt64] {
        var engine = try engine(type)
        var buffer = AttributesBuffer()
        var checksums: [UInt64] = []
        for frame in frames.indices {
            try play(frame, on: &engine, into: &buffer)
            checksums.append(Self.checksum(of: engine, buffer))
            if isOver() { break }
        }
        return checksums
    }
}
