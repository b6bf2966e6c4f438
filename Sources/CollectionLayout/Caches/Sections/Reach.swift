/// What a run of elements spans along the axis, made monotonic over a sequence of runs.
///
/// ``near`` is the nearest edge of this run and all that follow, ``far`` the farthest edge of this run and all before:
/// both never decrease, so the runs that can meet an interval are consecutive and a binary search finds them, whatever
/// the elements. The idea is that of a sorted list with a prefix maximum, as in interval search without a tree.
struct Reach: Reaching {
    var near: Double
    var far: Double

    /// Spans nothing.
    @inline(__always)
    static var none: Reach { Reach(near: .infinity, far: -.infinity) }

    /// Extends over an element.
    @inline(__always)
    mutating func cover(_ near: Double, _ far: Double) {
        self.near = min(self.near, near)
        self.far = larger(far, self.far)
    }

    /// The same, moved along the axis.
    @inline(__always)
    func moved(by distance: Double) -> Reach { Reach(near: near + distance, far: far + distance) }
}

/// What has a ``Reach``.
protocol Reaching: BitwiseCopyable {
    var near: Double { get set }
    var far: Double { get set }
}

extension UnsafeMutableBufferPointer where Element: Reaching {
    /// Turns the spans of single runs into monotonic ones.
    func makeMonotonic() {
        var (near, far) = (-Double.infinity, -Double.infinity)
        var areOrdered = 1
        for index in indices {
            far = larger(far, self[index].far)
            self[index].far = far
            areOrdered &= Int(bit: near <= self[index].near)
            near = self[index].near
        }
        if areOrdered == 0 { makeNearsMonotonic { _, _ in } }
    }

    /// The same where far edges are monotonic.
    ///
    /// - Parameter moved: Called for each run after its near edge has become that of the runs from it on, with its own.
    @inline(__always)
    func makeNearsMonotonic(_ moved: (_ index: Int, _ own: Double) -> Void) {
        var near = Double.infinity
        for index in indices.reversed() {
            let own = self[index].near
            near = smaller(near, own)
            self[index].near = near
            moved(index, own)
        }
    }
}

extension UnsafeMutableBufferPointer<Reach> {
    /// Sets a run behind others that are monotonic, so that all are. O(1) where runs follow one another along the axis,
    /// else O(runs before).
    func set(_ index: Int, to reach: Reach, behind first: Int) {
        let far = index > first ? Swift.max(self[index - 1].far, reach.far) : reach.far
        self[index] = Reach(near: reach.near, far: far)
        var before = index - 1
        while before >= first, self[before].near > reach.near {
            self[before].near = reach.near
            before -= 1
        }
    }
}

/// What runs of elements reach, both edges monotonic.
protocol ReachList {
    /// The nearest edge of a run and all that follow.
    func near(of run: Int) -> Double
    /// The farthest edge of a run and all before.
    func far(of run: Int) -> Double
}

extension FlatArray: ReachList where Element: Reaching {
    @inline(__always)
    func near(of run: Int) -> Double { self[run].near }
    @inline(__always)
    func far(of run: Int) -> Double { self[run].far }
}

extension ReachList {
    /// The first run of a range whose far edge, moved by an offset, lies beyond a coordinate; the range's end if none.
    ///
    /// Tries the neighbours of a guess, where the answer is while scrolling, then those of another one, which is asked for
    /// only then. Halves the rest without a branch: whether a step goes left or right is a coin toss to the predictor.
    ///
    /// - Parameter distance: How far from the guess its neighbours are worth looking at, beyond the nearest ones.
    @inline(__always)
    func firstReaching(
        beyond edge: Double, offset: Double = 0, in range: Range<Int>, near guess: Int,
        within distance: Double = .infinity, or second: () -> Int? = { nil }, counting counter: inout some QueryCounter
    ) -> Int {
        var rest = range
        if let run = neighbour(reachingBeyond: edge, offset, in: &rest, of: guess, distance, &counter) { return run }
        if let other = second(),
            let run = neighbour(reachingBeyond: edge, offset, in: &rest, of: other, .infinity, &counter)
        {
            return run
        }
        var low = rest.lowerBound
        var count = rest.upperBound &- low
        while count > 0 {
            counter.visit(nodes: 1)
            let half = (count &+ 1) / 2
            let reaches = far(of: low &+ half &- 1) + offset > edge
            low &+= half & (Int(bit: reaches) &- 1)
            count = count == 1 ? 0 : count &- half
        }
        return low
    }

    /// The same if it is up to four runs from a guess, of which all but the first are within a distance; else nil, and what is
    /// left of the range.
    @inline(__always)
    private func neighbour(
        reachingBeyond edge: Double, _ offset: Double, in range: inout Range<Int>, of guess: Int, _ distance: Double,
        _ counter: inout some QueryCounter
    ) -> Int? {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard low < high else { return low }
        let first = min(max(guess, low), high &- 1)
        var next = first
        counter.visit(nodes: 1)
        if far(of: next) + offset > edge {
            repeat {
                counter.visit(nodes: 1)
                if next == low || !(far(of: next &- 1) + offset > edge) { return next }
                next &-= 1
            } while next > first &- 4 && near(of: next) + offset - edge < distance
            range = low..<next
        } else {
            while next < first &+ 4, edge - (far(of: next) + offset) < distance {
                next &+= 1
                if next >= high { return high }
                counter.visit(nodes: 1)
                if far(of: next) + offset > edge { return next }
            }
            range = next &+ 1..<high
        }
        return nil
    }

    /// The end of the runs from one on that, moved by an offset, lie inside an interval; that one if it does not.
    @inline(__always)
    func end(from first: Int, in range: Range<Int>, inside near: Double, _ far: Double, offset: Double) -> Int {
        var run = first
        while run < range.upperBound, self.near(of: run) + offset > near, self.far(of: run) + offset < far { run &+= 1 }
        return run
    }
}
