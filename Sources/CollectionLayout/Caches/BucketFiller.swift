/// Fills the buckets of a section with frames that come run by run in the order of its window.
struct BucketFiller {
    /// What there is to know of a section whose buckets have been filled.
    struct Outcome: BitwiseCopyable {
        /// What the items span.
        var span = ItemSpan()
        /// What every item reaches across the axis.
        var core = Core()
        /// Whether near edges are so far out of order that sorting pays: by more than four items' lengths on average.
        var isScattered = false
        /// Whether all frames have been kept as they are.
        var isExact = true
    }

    private static let size = SectionBucketCache.bucketSize

    private let buckets: UnsafeMutableBufferPointer<Reach>
    private let frames: UnsafeMutablePointer<GrainRect>
    /// The number of frames so far.
    private(set) var count = 0
    private var outcome = Outcome()
    private var lengths = 0.0
    private var nears = 0.0

    /// A filler of empty buckets, with room for all their frames.
    init(_ buckets: UnsafeMutableBufferPointer<Reach>, _ frames: UnsafeMutablePointer<GrainRect>) {
        self.buckets = buckets
        self.frames = frames
    }

    /// Appends a run of frames: of whole buckets, unless it is the last one.
    mutating func append(_ run: UnsafeBufferPointer<Rect>) {
        assert(count % Self.size == 0, "a run behind the last one")
        var misfits = GrainRect.Misfits()
        let target = frames + count
        var first = 0
        while first < run.count {
            let range = first..<min(first + Self.size, run.count)
            // Sums of their own, for which the next bucket need not wait.
            var ends = Ends()
            var length = 0.0
            for index in range {
                let frame = run[index]
                ends.cover(frame)
                length += frame.height
            }
            let reach = Reach(near: ends.leastNear.y, far: ends.greatestFar.y)
            outcome.core.cover(ends.greatestNear.x, ends.leastFar.x)
            lengths += length
            nears += reach.near
            outcome.span.breadth = larger(ends.greatestFar.x, outcome.span.breadth)
            buckets[(count + first) / Self.size] = reach
            let base = GrainRect.base(reach.near)
            for index in range { target[index] = GrainRect(run[index], from: base, misfits: &misfits) }
            first = range.upperBound
        }
        outcome.isExact = outcome.isExact && misfits.areNone
        count += run.count
    }

    /// Makes the reaches monotonic and the bases of frames what follows from them.
    mutating func finish() -> Outcome {
        guard count > 0 else { return outcome }
        var isExact = outcome.isExact
        buckets.makeMonotonic { bucket, own in
            let (former, base) = (GrainRect.base(own), GrainRect.base(buckets[bucket].near))
            guard base != former, isExact else { return }
            var misfits = GrainRect.Misfits()
            for index in bucket * Self.size..<min((bucket + 1) * Self.size, count) {
                frames[index] = GrainRect(frames[index].rect(from: former), from: base, misfits: &misfits)
            }
            isExact = misfits.areNone
        }
        outcome.isExact = isExact
        outcome.span.near = buckets[0].near
        outcome.span.far = buckets[buckets.count - 1].far
        let disorder = nears - buckets.reduce(0) { $0 + $1.near }
        outcome.isScattered = disorder / Double(buckets.count) > 4 * lengths / Double(count)
        return outcome
    }
}

/// The least and the greatest edges of some frames, across and along the axis: vectors take half the time.
private struct Ends {
    private(set) var leastNear = SIMD2(repeating: Double.infinity)
    private(set) var greatestNear = SIMD2(repeating: -Double.infinity)
    private(set) var leastFar = SIMD2(repeating: Double.infinity)
    private(set) var greatestFar = SIMD2(repeating: -Double.infinity)

    @inline(__always)
    mutating func cover(_ frame: Rect) {
        let near = SIMD2(frame.x, frame.y)
        let far = near + SIMD2(frame.width, frame.height)
        leastNear.replace(with: near, where: near .< leastNear)
        greatestNear.replace(with: near, where: near .> greatestNear)
        leastFar.replace(with: far, where: far .< leastFar)
        greatestFar.replace(with: far, where: far .> greatestFar)
    }
}

/// What all of many elements reach across the axis: whatever begins before and ends behind it meets each of them there.
struct Core: BitwiseCopyable {
    /// The greatest of the near edges, and the least of the far ones.
    private(set) var greatestNear = -Double.infinity
    private(set) var leastFar = Double.infinity

    /// Takes in an element, or several: the greatest of their near edges and the least of the far ones.
    @inline(__always)
    mutating func cover(_ near: Double, _ far: Double) {
        greatestNear = larger(near, greatestNear)
        leastFar = smaller(far, leastFar)
    }

    /// Takes the elements of another core in.
    mutating func cover(_ other: Core) { cover(other.greatestNear, other.leastFar) }

    /// Whether a rectangle meets every element across the axis.
    @inline(__always)
    func isCovered(by rect: Rect) -> Bool { greatestNear < rect.maxX && rect.minX < leastFar }
}
