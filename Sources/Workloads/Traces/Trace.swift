import CollectionLayout

/// The viewports of a scroll, one a frame: a new trace is one file and one line in ``all``.
public struct Trace: Sendable {
    /// Stable id for files and results, such as `fling`.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// How many viewports are asked for in a second.
    public let framesPerSecond: Double
    /// Makes exactly `frames` viewports from a seed, in layout space: the content scrolls along y, and along x where it
    /// is broader than the viewport. All lie within the content, or at the origin where the content is smaller. O(frames).
    ///
    /// - Precondition: `frames` is at least 0.
    public let make: @Sendable (_ content: Size, _ viewport: Size, _ frames: Int, _ seed: UInt64) -> [Rect]

    /// Puts the offset of frame after frame.
    typealias Motion =
        @Sendable (
            _ range: ScrollRange, _ frames: Int, _ random: SplitMix64, _ put: (Point) -> Void
        ) -> Void

    /// Names a trace.
    ///
    /// - Parameter motion: Puts exactly `frames` offsets; those beyond an end of the content are folded back, so that the
    ///   motion turns there.
    init(
        _ id: String, _ summary: String, framesPerSecond: Double = 60, _ motion: @escaping Motion
    ) {
        self.id = id
        self.summary = summary
        self.framesPerSecond = framesPerSecond
        make = { content, viewport, frames, seed in
            precondition(frames >= 0, "a trace has at least 0 frames, got \(frames)")
            let range = ScrollRange(content: content, viewport: viewport)
            var rects: [Rect] = []
            rects.reserveCapacity(frames)
            motion(range, frames, SplitMix64(seed: seed)) { rects.append(range.rect(at: $0)) }
            precondition(rects.count == frames, "trace \(id) gave \(rects.count) frames, expected \(frames)")
            return rects
        }
    }

    /// All traces.
    public static let all: [Trace] = [drag, fling, jump, scrubber]

    /// The trace of an id.
    public static func named(_ id: String) -> Trace? { all.first { $0.id == id } }
}
