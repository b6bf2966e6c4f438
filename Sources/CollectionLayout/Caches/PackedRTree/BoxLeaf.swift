/// The boxes of a run in small numbers: half the bytes of floats, and tested eight at a time.
///
/// An edge is told by the step it lies in, of about 32,000 across the node above the run. Steps never fall as coordinates
/// rise: a box whose steps say that it does not meet a rect does not, one whose steps say that it does surely does, and only
/// where both have an edge in the same step the frame itself has to be asked.
struct BoxLeaf: BitwiseCopyable {
    /// As in ``BoxTree/Box``: least x and y, then greatest x and y with the opposite sign.
    private var minX, minY, minusMaxX, minusMaxY: SIMD16<Int16>

    /// Sets the boxes of a leaf.
    ///
    /// - Parameters:
    ///   - boxes: As many as a leaf has; those behind the first ones are absent.
    @inline(__always)
    static func fill(
        _ leaf: UnsafeMutablePointer<BoxLeaf>, _ boxes: UnsafePointer<BoxTree.Box>, _ count: Int, _ scale: Scale
    ) {
        // Four boxes at a time, whose edges of one kind are stored together.
        let quarters = UnsafeMutableRawPointer(leaf).assumingMemoryBound(to: SIMD4<Int16>.self)
        for quarter in 0..<4 {
            let four = boxes + 4 * quarter
            let (a, b, c, d) = (four[0].edges, four[1].edges, four[2].edges, four[3].edges)
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
        for child in count..<BoxTree.fanout { leaf.pointee.minX[child] = Scale.behindAll }
    }

    /// Which steps across a node coordinates lie in.
    struct Scale {
        /// The steps from edge to edge of the node, numbered around 0: so few that the difference of two numbers is one of 16
        /// bits, too.
        private static var count: Float { 32_700 }
        /// Greater than the number of any step of a rect.
        fileprivate static var behindAll: Int16 { 16_383 }

        fileprivate let origin: SIMD4<Float>
        fileprivate let perPoint: SIMD4<Float>
        /// The length of the node, in each direction.
        private let size: SIMD4<Float>

        @inline(__always)
        init(across node: BoxTree.Box) {
            origin = node.edges
            // At least something by which can be divided.
            var size = 0 - node.edges.highHalf - node.edges.lowHalf
            size.replace(with: 1e-30, where: size .< 1e-30)
            self.size = SIMD4(lowHalf: size, highHalf: size)
            let perPoint = Self.count / size
            self.perPoint = SIMD4(lowHalf: perPoint, highHalf: perPoint)
        }

        /// How many steps behind the origin edges lie; what lies outside the node lies some steps to either side.
        @inline(__always)
        fileprivate func steps(_ edges: SIMD4<Float>) -> SIMD4<Float> {
            var distance = edges - origin
            let margin = size * 0x1p-13
            let most = size + margin
            distance.replace(with: 0 - margin, where: distance .< 0 - margin)
            distance.replace(with: most, where: distance .> most)
            return distance * perPoint
        }

        /// The numbers of steps, in the last 16 bits.
        @inline(__always)
        fileprivate static func whole(_ steps: SIMD4<Float>) -> SIMD4<Int32> {
            // Adding this rounds to a whole number, which the last bits then are.
            unsafeBitCast(steps + (0x1.8p23 - count / 2), to: SIMD4<Int32>.self)
        }
    }

    /// A rect to search, in steps across a node.
    struct Probe {
        /// Greatest x and y, then least x and y with the opposite sign, each in all lanes: what edges of boxes have to lie before.
        private let x, y, z, w: SIMD8<Int16>

        /// - Parameter edges: The same in points.
        @inline(__always)
        init(_ edges: SIMD4<Float>, across node: BoxTree.Box) {
            // Two and two lanes as one number: lanes taken out one by one would be worked out one by one, too.
            let steps = unsafeBitCast(Scale.whole(Scale(across: node).steps(edges)), to: SIMD2<UInt64>.self)
            @inline(__always)
            func all(_ step: UInt64) -> SIMD8<Int16> {
                unsafeBitCast(SIMD2(repeating: (step & 0xFFFF) &* 0x1_0001_0001_0001), to: SIMD8<Int16>.self)
            }
            (x, y, z, w) = (all(steps.x), all(steps.x &>> 32), all(steps.y), all(steps.y &>> 32))
        }

        /// How far behind the rect's edges boxes have the edge that lies farthest behind: 0 in the same step, less if all lie
        /// before.
        @inline(__always)
        fileprivate func distances(
            _ minX: SIMD8<Int16>, _ minY: SIMD8<Int16>, _ minusMaxX: SIMD8<Int16>, _ minusMaxY: SIMD8<Int16>
        ) -> SIMD8<Int16> {
            let (x, y) = (minX &- x, minY &- y)
            let (z, w) = (minusMaxX &- z, minusMaxY &- w)
            let (near, far) = (x.replacing(with: y, where: y .> x), z.replacing(with: w, where: w .> z))
            return near.replacing(with: far, where: far .> near)
        }
    }

    /// One bit for each box that surely meets a rect, and one for each that may or may not.
    @inline(__always)
    func boxes(meeting probe: Probe) -> (certain: UInt32, doubtful: UInt32) {
        let low = probe.distances(minX.lowHalf, minY.lowHalf, minusMaxX.lowHalf, minusMaxY.lowHalf)
        let high = probe.distances(minX.highHalf, minY.highHalf, minusMaxX.highHalf, minusMaxY.highHalf)
        let certain = UInt32(signsOf: low, high)
        let one = SIMD8<Int16>(repeating: 1)
        return (certain, UInt32(signsOf: low &- one, high &- one) ^ certain)
    }
}
