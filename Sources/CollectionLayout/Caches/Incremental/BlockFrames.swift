/// The frames of blocks of up to 32 items: in grains, in half the bytes, until one does not fit; from then on all of them as
/// they are.
///
/// Frames are relative to the shift of their block in the lane of their item, which must be near to them. What a block has
/// room for and what has not been placed yet means nothing but where it begins across the axis, if that has been said.
struct BlockFrames {
    /// The most items of a block.
    static let blockSize = 32

    private var grains: BlockPool<GrainRect>
    private var exact: BlockPool<Rect>
    /// Frames in grains are tested four at a time, the last ones too.
    private static let margin = 3
    /// Whether frames are in grains.
    private(set) var isInGrains: Bool

    /// No blocks.
    ///
    /// - Parameters:
    ///   - capacity: How many frames the first blocks have together.
    ///   - isInGrains: Whether to begin in grains; if sums of lengths are not exact, no frame fits.
    init(capacity: Int, isInGrains: Bool) {
        self.isInGrains = isInGrains
        grains = BlockPool(
            capacity: isInGrains ? capacity : 0, recycledLength: Self.blockSize, margin: Self.margin,
            filler: GrainRect(x: .nan))
        exact = BlockPool(capacity: isInGrains ? 0 : capacity, recycledLength: Self.blockSize, filler: .zero)
    }

    /// Takes room for the frames of a block.
    ///
    /// - Returns: Its handle.
    mutating func allocate(_ length: Int) -> UInt32 {
        isInGrains ? grains.allocate(length) : exact.allocate(length)
    }

    /// Takes a block back.
    mutating func recycle(_ handle: UInt32, length: Int) {
        if isInGrains { grains.recycle(handle, length: length) } else { exact.recycle(handle, length: length) }
    }

    /// A pool of something for each frame, with the same handles. O(pages).
    func pool<Element: BitwiseCopyable>(of filler: Element) -> BlockPool<Element> {
        isInGrains ? BlockPool(like: grains, filler: filler) : BlockPool(like: exact, filler: filler)
    }

    /// Bytes held.
    var byteCount: Int { grains.byteCount + exact.byteCount }

    /// A frame, less the shift of its block in its lane.
    @inline(__always)
    func frame(_ handle: UInt32, _ index: Int) -> Rect {
        isInGrains ? grains.run(handle)[index].rect(from: 0) : exact.run(handle)[index]
    }

    /// Begins to load the frames of a block.
    ///
    /// - Parameter more: How many frames also of those that stood before it, and of those behind it, when it was prepared.
    @inline(__always)
    func prefetch(_ handle: UInt32, andAround more: Int = 0) {
        isInGrains ? grains.prefetchBlock(handle, andAround: more) : exact.prefetchBlock(handle, andAround: more)
    }

    /// Begins to load frames from a handle on, if that is one of a frame as prepared; else nothing.
    @inline(__always)
    func prefetch(guessing handle: UInt32, _ count: Int) {
        isInGrains ? grains.prefetch(guessing: handle, count) : exact.prefetch(guessing: handle, count)
    }

    /// Where a frame begins across the axis; NaN if it has not been placed yet.
    @inline(__always)
    func place(_ handle: UInt32, _ index: Int) -> Double {
        isInGrains ? grains.run(handle)[index].x : exact.run(handle)[index].x
    }

    /// Where the frames of a block begin across the axis, which have been placed.
    func begin(_ handle: UInt32, _ count: Int) -> Double {
        (0..<count).reduce(Double.infinity) { smaller(place(handle, $1), $0) }
    }

    /// Sets where a frame begins across the axis: where another one has begun, or NaN.
    mutating func setPlace(_ handle: UInt32, _ index: Int, to x: Double) {
        if isInGrains {
            grains.writableRun(handle)[index] = GrainRect(x: x)
        } else {
            exact.writableRun(handle)[index] = Rect(x: x, y: 0, width: 0, height: 0)
        }
    }

    /// Copies frames to a position of the same or of another block; the shifts of the blocks are not heeded.
    mutating func copy(_ range: Range<Int>, of source: UInt32, to position: Int, of target: UInt32) {
        if isInGrains {
            let run = grains.run(source) + range.lowerBound
            (grains.writableRun(target) + position).update(from: run, count: range.count)
        } else {
            let run = exact.run(source) + range.lowerBound
            (exact.writableRun(target) + position).update(from: run, count: range.count)
        }
    }

    /// Replaces the frames of a block. O(frames), if all of them fit in grains or none of them are.
    ///
    /// - Parameter base: What is taken off all frames.
    /// - Returns: What the frames span, less the base.
    @discardableResult
    mutating func replace(
        _ handle: UInt32, _ count: Int, with frames: UnsafePointer<Rect>, from base: Double
    ) -> ItemSpan {
        if isInGrains {
            if let span = frames.pack(count, from: base, into: grains.writableRun(handle)) { return span }
            widen()
        }
        return frames.copy(count, from: base, into: exact.writableRun(handle))
    }

    /// The frames of a block in grains; nil if frames are not.
    @inline(__always)
    func grains(_ handle: UInt32) -> UnsafePointer<GrainRect>? { isInGrains ? grains.run(handle) : nil }

    /// Replaces some frames of a block in grains and moves all behind them along the axis. O(frames).
    ///
    /// - Parameters:
    ///   - frames: The first of these frames.
    ///   - base: What is taken off them.
    ///   - rest: The frames behind them, and `distance` how far they move: all of them must reach there.
    /// - Returns: What the new frames span, less the base; nil if not all of them fit, and then none of the block is of any use.
    mutating func replace(
        _ handle: UInt32, _ part: Range<Int>, with frames: UnsafePointer<Rect>, from base: Double,
        moving rest: Range<Int>, by distance: Double
    ) -> ItemSpan? {
        let run = grains.writableRun(handle)
        run.move(rest, by: distance)
        return frames.pack(part.count, from: base, into: run + part.lowerBound)
    }

    /// Gives up grains.
    private mutating func widen() {
        exact = BlockPool(grains, filler: .zero) {
            $0.x.isNaN ? Rect(x: .nan, y: 0, width: 0, height: 0) : $0.rect(from: 0)
        }
        grains = BlockPool(capacity: 0, recycledLength: Self.blockSize, filler: GrainRect(x: .nan))
        isInGrains = false
    }

    /// The first part of the blocks, for who fills it in parallel; see ``BlockPool/shared``.
    var shared: Shared {
        Shared(grains: isInGrains ? grains.shared : nil, exact: isInGrains ? nil : exact.shared)
    }

    /// The first part of the blocks.
    struct Shared {
        fileprivate let grains: UnsafeMutablePointer<GrainRect>?
        fileprivate let exact: UnsafeMutablePointer<Rect>?

        /// Where a block should be shifted to for a frame to fit that begins at a coordinate along the axis.
        @inline(__always)
        func base(_ near: Double) -> Double { grains == nil ? 0 : GrainRect.base(near) }

        /// Sets the frames of a block.
        ///
        /// - Parameter base: What is taken off all frames.
        /// - Returns: What the frames span, less the base; nil if not all of them fit.
        @inline(__always)
        func place(
            _ handle: UInt32, _ count: Int, _ frames: UnsafePointer<Rect>, from base: Double
        ) -> ItemSpan? {
            if let grains { return frames.pack(count, from: base, into: grains + Int(handle)) }
            return frames.copy(count, from: base, into: exact! + Int(handle))
        }

        /// Copies frames from a handle on.
        func copy(_ count: Int, of source: UInt32, to target: UInt32) {
            if let grains { (grains + Int(target)).update(from: grains + Int(source), count: count) }
            if let exact { (exact + Int(target)).update(from: exact + Int(source), count: count) }
        }
    }

    /// One bit for each of the frames of a block that, moved along the axis, intersects a rect.
    ///
    /// - Parameters:
    ///   - grains: The bounds of the rect.
    ///   - usualCount: The count that most blocks have: a constant.
    @inline(__always)
    func intersecting(
        _ rect: Rect, _ grains: GrainBounds, _ handle: UInt32, _ count: Int, movedBy shift: Double, usualCount: Int
    ) -> UInt32 {
        guard isInGrains else {
            return exact.run(handle).intersecting(rect, count, movedBy: shift, usualCount: usualCount)
        }
        guard let bounds = grains.moved(by: shift) else {
            return intersecting(rect, handle, count) { $1.offset(x: 0, y: shift) }
        }
        return self.grains.run(handle).meeting(count) { _ in bounds }
    }

    /// The same, each frame moved as its lane is.
    ///
    /// - Parameters:
    ///   - lane: The lane of a frame of the block.
    ///   - distance: How far a lane is moved along and across the axis.
    @inline(__always)
    func intersecting(
        _ rect: Rect, _ grains: GrainBounds, _ handle: UInt32, _ count: Int, lanes: Int, _ lane: (Int) -> Int,
        movedBy distance: (_ lane: Int) -> Point
    ) -> UInt32 {
        let bits: UInt32? =
            !isInGrains
            ? nil
            : withUnsafeTemporaryAllocation(of: GrainBounds.Moved.self, capacity: lanes) { bounds in
                for lane in 0..<lanes {
                    let distance = distance(lane)
                    guard let own = grains.moved(by: distance.y, across: distance.x) else { return nil }
                    bounds[lane] = own
                }
                return self.grains.run(handle).meeting(count) { bounds[lane($0 < count ? $0 : 0)] }
            }
        return bits
            ?? intersecting(rect, handle, count) { index, frame in
                let distance = distance(lane(index))
                return frame.offset(x: distance.x, y: distance.y)
            }
    }

    /// The same, each frame moved on its own.
    @inline(__always)
    private func intersecting(_ rect: Rect, _ handle: UInt32, _ count: Int, _ moved: (Int, Rect) -> Rect) -> UInt32 {
        var bits: UInt32 = 0
        for index in 0..<count {
            let meets = moved(index, frame(handle, index)).intersects(rect)
            bits |= UInt32(truncatingIfNeeded: Int(bit: meets)) &<< UInt32(truncatingIfNeeded: index)
        }
        return bits
    }
}

extension BlockPool {
    @inline(__always)
    fileprivate func prefetchBlock(_ handle: UInt32, andAround more: Int) {
        (run(handle) - more).prefetchMany(BlockFrames.blockSize + 2 * more)
    }

    @inline(__always)
    fileprivate func prefetch(guessing handle: UInt32, _ count: Int) {
        if isInFirstPart(handle) { run(handle).prefetchMany(count) }
    }
}

extension UnsafePointer<Rect> {
    /// Where some rectangles begin across the axis.
    func begin(_ count: Int) -> Double { (0..<count).reduce(Double.infinity) { smaller(self[$1].minX, $0) } }

    /// Copies some rectangles.
    ///
    /// - Parameter base: What is taken off their positions along the axis.
    /// - Returns: What they span, less the base.
    fileprivate func copy(_ count: Int, from base: Double, into target: UnsafeMutablePointer<Rect>) -> ItemSpan {
        var span = ItemSpan()
        for index in 0..<count {
            let frame = self[index].offset(x: 0, y: -base)
            target[index] = frame
            span.cover(frame)
        }
        return span
    }
}
