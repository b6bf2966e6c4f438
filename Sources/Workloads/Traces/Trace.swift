import CollectionLayout

/// The viewports of a scroll, one a frame: a new trace is one file and one line in ``all``.
public struct Trace: Sendable {
    /// Stable id for files and results, such as `fling`.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// Whether viewports run beyond the ends of the content for a moment.
    public let bounces: Bool
    /// Whether more is asked for than the viewport shows.
    public let asksAhead: Bool
    /// Puts the rect of frame after frame.
    private let show: Showing

    /// Puts the offset of frame after frame.
    typealias Motion =
        @Sendable (
            _ range: ScrollRange, _ frames: Int, _ random: SplitMix64, _ put: (Point) -> Void
        ) -> Void
    private typealias Showing =
        @Sendable (
            _ range: ScrollRange, _ frames: Int, _ random: SplitMix64, _ put: (Rect) -> Void
        ) -> Void

    /// Names a trace.
    ///
    /// - Parameters:
    ///   - bounces: Whether offsets beyond an end of the content stay where they are; if not, they are folded back, so that the
    ///     motion turns there.
    ///   - motion: Puts exactly `frames` offsets.
    init(_ id: String, _ summary: String, bounces: Bool = false, _ motion: @escaping Motion) {
        self.id = id
        self.summary = summary
        self.bounces = bounces
        asksAhead = false
        show = { range, frames, random, put in
            motion(range, frames, random) { put(bounces ? range.rect(beyondEndsAt: $0) : range.rect(at: $0)) }
        }
    }

    /// What is asked for at a viewport, within the content.
    ///
    /// - Parameter former: The viewport of the frame before and what was asked for then; nil in the first one.
    typealias Asking =
        @Sendable (_ viewport: Rect, _ former: (viewport: Rect, asked: Rect)?, _ range: ScrollRange) -> Rect

    /// Names a trace that asks for more than the viewports of another one.
    ///
    /// - Parameter frames: How many frames of the motion are looked at for one rect; if it is more than one, a rect that has
    ///   just been asked for is not asked for again, unless no other one comes.
    init(_ id: String, _ summary: String, following other: Trace, frames perRect: Int = 1, _ ask: @escaping Asking) {
        self.id = id
        self.summary = summary
        bounces = other.bounces
        asksAhead = true
        show = { range, frames, random, put in
            var rects: [Rect] = []
            var former: (viewport: Rect, asked: Rect)?
            other.show(range, frames * perRect, random) { viewport in
                let asked = ask(viewport, former, range)
                if rects.count < frames, perRect == 1 || asked != former?.asked { rects.append(asked) }
                former = (viewport, asked)
            }
            for frame in 0..<frames { put(rects[frame % rects.count]) }
        }
    }

    /// The frames of a motion in a second where nobody asks for others.
    public static let usualRate = 60

    /// Makes exactly `frames` viewports from a seed, in layout space: the content scrolls along y, and along x where it
    /// is broader than the viewport. All lie within the content, or at the origin where the content is smaller; of a trace
    /// that ``bounces`` some lie beyond an end of it. One that ``asksAhead`` makes rects around viewports. O(frames).
    ///
    /// - Parameter framesPerSecond: A motion goes as far in a second whatever their number. Nothing else depends on it: a jump is
    ///   one in each frame, and a scrubber crosses the content in as many frames.
    /// - Precondition: `frames` is at least 0, and there are frames in a second.
    public func make(
        _ content: Size, _ viewport: Size, _ frames: Int, _ seed: UInt64, framesPerSecond: Int = usualRate
    ) -> [Rect] {
        precondition(frames >= 0, "a trace has at least 0 frames, got \(frames)")
        precondition(framesPerSecond >= 1, "there are frames in a second, got \(framesPerSecond)")
        var rects: [Rect] = []
        rects.reserveCapacity(frames)
        let range = ScrollRange(content: content, viewport: viewport, framesPerSecond: framesPerSecond)
        show(range, frames, SplitMix64(seed: seed)) { rects.append($0) }
        precondition(rects.count == frames, "trace \(id) gave \(rects.count) frames, expected \(frames)")
        return rects
    }

    /// All traces.
    public static let all: [Trace] = [drag, fling, flingTrain, bounce, jump, scrubber, pages, overscan]

    /// The trace of an id.
    public static func named(_ id: String) -> Trace? { all.first { $0.id == id } }
}
