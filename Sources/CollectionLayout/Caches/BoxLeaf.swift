/// The boxes of a run in small numbers: half the bytes of floats, and tested eight at a time.
///
/// An edge is told by the step it lies in, of about 65,000 across the run. Steps never fall as coordinates rise: a box whose
/// steps say that it does not meet a rect does not, one whose steps say that it does surely does, and only where both have an
/// edge in the same step the frame itself has to be asked.
struct BoxLeaf: BitwiseCopyable {
    /// As in ``BoxTree/Box``: least x and y, then greatest x and y with the opposite sign.
    private var minX, minY, minusMaxX, minusMaxY: SIMD16<Int16>

    /// Sets the boxes of a leaf, one by one.
    ///
    /// - Returns: The box around them.
    @inline(__always)
    static func fill(
        _ leaf: UnsafeMutablePointer<BoxLeaf>, _ count: Int, _ box: (_ child: Int) -> BoxTree.Box
    ) -> BoxTree.Box {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: BoxTree.fanout) { boxes in
            var whole = BoxTree.Box()
            for child in 0..<count {
                let box = box(child)
                boxes[child] = box.edges
                whole.cover(box)
            }
            for child in count..<BoxTree.fanout { boxes[child] = whole.edges }
            let scale = Scale(across: whole)
            // Four boxes at a time, whose edges of one kind are stored together.
            let quarters = UnsafeMutableRawPointer(leaf).assumingMemoryBound(to: SIMD4<Int16>.self)
            for quarter in 0..<4 {
                let first = 4 * quarter
                let (a, b, c, d) = (boxes[first], boxes[first + 1], boxes[first + 2], boxes[first + 3])
                @inline(__always)
                func put(_ field: Int, _ edges: SIMD4<Float>) {
                    let steps = (edges - scale.origin[field]) * scale.perPoint[field]
                    (quarters + (4 * field + quarter)).initialize(to: SIMD4(truncatingIfNeeded: Scale.whole(steps)))
                }
                put(0, SIMD4(a.x, b.x, c.x, d.x))
                put(1, SIMD4(a.y, b.y, c.y, d.y))
                put(2, SIMD4(a.z, b.z, c.z, d.z))
                put(3, SIMD4(a.w, b.w, c.w, d.w))
            }
            // Absent boxes lie behind all probes.
            for child in count..<BoxTree.fanout { leaf.pointee.minX[child] = .max }
            return whole
        }
    }

    /// Which steps across a run coordinates lie in.
    private struct Scale {
        /// The steps from edge to edge of the run, numbered around 0.
        static var count: Float { 65_500 }

        let origin: SIMD4<Float>
        let perPoint: SIMD4<Float>
        /// The length of the run, in each direction.
        private let size: SIMD4<Float>

        @inline(__always)
        init(across run: BoxTree.Box) {
            origin = run.edges
            // At least something by which can be divided.
            var size = 0 - run.edges.highHalf - run.edges.lowHalf
            size.replace(with: 1e-30, where: size .< 1e-30)
            self.size = SIMD4(lowHalf: size, highHalf: size)
            let perPoint = Self.count / size
            self.perPoint = SIMD4(lowHalf: perPoint, highHalf: perPoint)
        }

        /// How many steps behind the origin edges lie; what lies outside the run lies some steps to either side.
        @inline(__always)
        func steps(_ edges: SIMD4<Float>) -> SIMD4<Float> {
            var distance = edges - origin
            let margin = size * 0x1p-13
            let most = size + margin
            distance.replace(with: 0 - margin, where: distance .< 0 - margin)
            distance.replace(with: most, where: distance .> most)
            return distance * perPoint
        }

        /// The numbers of steps, in the last 16 bits.
        @inline(__always)
        static func whole(_ steps: SIMD4<Float>) -> SIMD4<Int32> {
            // Adding this rounds to a whole number, which the last bits then are.
            unsafeBitCast(steps + (0x1.8p23 - count / 2), to: SIMD4<Int32>.self)
        }
    }

    /// A rect to search.
    struct Probe {
        /// Greatest x and y, then least x and y with the opposite sign: what edges of boxes have to lie before.
        private let edges: SIMD4<Float>

        init(_ rect: Rect) {
            // Rounded as the boxes are.
            let own = BoxTree.Box(around: rect).edges
            edges = 0 - SIMD4(lowHalf: own.highHalf, highHalf: own.lowHalf)
        }

        /// The steps it lies in, each in all lanes.
        @inline(__always)
        fileprivate func steps(
            across run: BoxTree.Box
        ) -> (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>) {
            // Two and two lanes as one number: lanes taken out one by one would be worked out one by one, too.
            let steps = unsafeBitCast(Scale.whole(Scale(across: run).steps(edges)), to: SIMD2<UInt64>.self)
            @inline(__always)
            func all(_ step: UInt64) -> SIMD8<Int16> {
                unsafeBitCast(SIMD2(repeating: (step & 0xFFFF) &* 0x1_0001_0001_0001), to: SIMD8<Int16>.self)
            }
            return (all(steps.x), all(steps.x &>> 32), all(steps.y), all(steps.y &>> 32))
        }
    }

    /// One bit for each box that may meet a rect, and one for each that surely does.
    ///
    /// - Parameter run: The box around the boxes.
    @inline(__always)
    func boxes(meeting probe: Probe, across run: BoxTree.Box) -> (some: UInt32, certain: UInt32) {
        let steps = probe.steps(across: run)
        @inline(__always)
        func compare(
            _ minX: SIMD8<Int16>, _ minY: SIMD8<Int16>, _ minusMaxX: SIMD8<Int16>, _ minusMaxY: SIMD8<Int16>
        ) -> (behind: SIMDMask<SIMD8<Int16>>, before: SIMDMask<SIMD8<Int16>>) {
            (
                (minX .> steps.0) .| (minY .> steps.1) .| (minusMaxX .> steps.2) .| (minusMaxY .> steps.3),
                (minX .< steps.0) .& (minY .< steps.1) .& (minusMaxX .< steps.2) .& (minusMaxY .< steps.3)
            )
        }
        let low = compare(minX.lowHalf, minY.lowHalf, minusMaxX.lowHalf, minusMaxY.lowHalf)
        let high = compare(minX.highHalf, minY.highHalf, minusMaxX.highHalf, minusMaxY.highHalf)
        return (~UInt32(bits: low.behind, high.behind) & 0xFFFF, UInt32(bits: low.before, high.before))
    }
}
