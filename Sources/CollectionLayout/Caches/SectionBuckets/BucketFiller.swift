/// Fills the buckets of a section, or those from one of them on, with frames that come run by run in the order of its
/// window.
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
    /// The position of the first frame, and of the next one.
    private let first: Int
    private(set) var count: Int
    private var outcome = Outcome()
    /// The sum of the items' lengths.
    private var lengths = 0.0
    /// The farthest edge so far, the near edge of the last bucket, and whether no bucket's lies before that of another one
    /// before it.
    private var far = -Double.infinity
    private var near = -Double.infinity
    private var isSorted = true

    /// A filler of empty buckets.
    ///
    /// - Parameters:
    ///   - buckets: All of the section.
    ///   - frames: Room for all frames of the section.
    ///   - first: The position of the first frame that comes: where a bucket begins.
    init(
        _ buckets: UnsafeMutableBufferPointer<Reach>, _ frames: UnsafeMutablePointer<GrainRect>, from first: Int = 0
    ) {
        self.buckets = buckets
        self.frames = frames
        self.first = first
        count = first
    }

    /// Appends a run of frames: of whole buckets, unless it is the last one.
    mutating func append(_ run: UnsafeBufferPointer<Rect>) {
        assert(count % Self.size == 0, "a run behind the last one")
        guard run.count > 0, append(run, from: GrainRect.base(run[0].y)) != nil else { return }
        // Buckets of several bases.
        for first in stride(from: 0, to: run.count, by: Self.size) {
            let bucket = UnsafeBufferPointer(rebasing: run[first..<min(first + Self.size, run.count)])
            var base = GrainRect.base(bucket[0].y)
            while let own = append(bucket, from: base) { base = own }
        }
    }

    /// Appends a run of frames whose buckets have one base.
    ///
    /// - Returns: nil; or the base of the first bucket that has another one: then nothing has been appended.
    @inline(__always)
    private mutating func append(_ run: UnsafeBufferPointer<Rect>, from base: Double) -> Double? {
        var packer = GrainPacker(from: base)
        var (far, near, isSorted) = (far, near, isSorted)
        let target = frames + count
        let buckets = buckets.baseAddress! + count / Self.size
        var first = 0
        while first < run.count {
            let end = min(first &+ Self.size, run.count)
            for index in first..<end { target[index] = packer.pack(run[index]) }
            let least = packer.leastNear.y
            packer.divide()
            let own = GrainRect.base(least)
            if own != base && !own.isNaN { return own }
            far = larger(packer.greatestFar.y, far)
            isSorted = least >= near && isSorted
            near = least
            buckets[first / Self.size] = Reach(near: near, far: far)
            first = end
        }
        (self.far, self.near, self.isSorted) = (far, near, isSorted)
        lengths += packer.sizes.y
        outcome.core.cover(packer.greatestNear.x, packer.leastFar.x)
        outcome.span.breadth = larger(packer.greatestFar.x, outcome.span.breadth)
        outcome.isExact = packer.allFit && outcome.isExact
        count += run.count
        return nil
    }

    /// Takes over what another filler has filled behind the last frame.
    mutating func append(_ next: BucketFiller) {
        assert(next.first == count, "frames behind other ones")
        guard next.count > next.first else { return }
        var bucket = next.first / Self.size
        let end = (next.count + Self.size - 1) / Self.size
        isSorted = isSorted && next.isSorted && buckets[bucket].near >= near
        // Far edges are monotonic: as a rule none of the next ones lies before that of the last bucket.
        while bucket < end, buckets[bucket].far < far {
            buckets[bucket].far = far
            bucket += 1
        }
        (near, far) = (next.near, larger(next.far, far))
        lengths += next.lengths
        outcome.core.cover(next.outcome.core)
        outcome.span.breadth = larger(next.outcome.span.breadth, outcome.span.breadth)
        outcome.isExact = next.outcome.isExact && outcome.isExact
        count = next.count
    }

    /// Makes near edges monotonic, too, and the bases of frames what follows from them.
    mutating func finish() -> Outcome {
        guard count > 0 else { return outcome }
        if !isSorted { sortReaches() }
        outcome.span.near = buckets[0].near
        outcome.span.far = far
        return outcome
    }

    /// The same where a bucket begins before an earlier one.
    private mutating func sortReaches() {
        var isExact = outcome.isExact
        let nears = buckets.reduce(0) { $0 + $1.near }
        buckets.makeNearsMonotonic { bucket, own in
            let (former, base) = (GrainRect.base(own), GrainRect.base(buckets[bucket].near))
            guard base != former, isExact else { return }
            var packer = GrainPacker(from: base)
            for index in bucket * Self.size..<min((bucket + 1) * Self.size, count) {
                frames[index] = packer.pack(frames[index].rect(from: former))
            }
            isExact = packer.allFit
        }
        outcome.isExact = isExact
        let disorder = nears - buckets.reduce(0) { $0 + $1.near }
        outcome.isScattered = disorder / Double(buckets.count) > 4 * lengths / Double(count)
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
