/// An order of boxes on a plane in which consecutive ones lie close together: square tiles of 16 × 16 boxes, each made of
/// square tiles of 16.
///
/// Boxes are sorted by their centres along the axis into strips, in each strip across the axis into tiles of 256, and these
/// into rows: sort-tile-recursive (Leutenegger, López, Edgington: STR, a simple and efficient algorithm for R-tree packing,
/// 1997). What it takes is mostly memory, so boxes of floats move and not numbers by which to find frames; each sort writes
/// to at most 256 places in turn; and none sorts further than the groups need.
struct TileOrder {
    /// A box and its number.
    struct Entry: BitwiseCopyable {
        // Not a vector, which would be padded to 32 bytes.
        private let minX, minY, minusMaxX, minusMaxY: Float
        let index: UInt32

        @inline(__always)
        init(_ box: BoxTree.Box, _ index: Int) {
            minX = box.edges.x
            minY = box.edges.y
            minusMaxX = box.edges.z
            minusMaxY = box.edges.w
            self.index = UInt32(truncatingIfNeeded: index)
        }

        var box: BoxTree.Box { BoxTree.Box(edges: SIMD4(minX, minY, minusMaxX, minusMaxY)) }

        /// Twice the centre, across the axis or along it.
        @inline(__always)
        fileprivate func centre(isAcross: Bool) -> Float { isAcross ? minX - minusMaxX : minY - minusMaxY }
        @inline(__always)
        fileprivate var centre: SIMD2<Float> { SIMD2(minX, minY) - SIMD2(minusMaxX, minusMaxY) }
    }

    /// The boxes in their order.
    let entries: FlatArray<Entry>

    /// Boxes of a run, which is the least tile.
    private static let run = BoxTree.fanout
    private static let tile = run * run

    /// Whether runs of 16 consecutive boxes cover so much more area than the boxes themselves that another order pays. O(1):
    /// looks at some thousand runs.
    static func pays(for boxes: FlatArray<Rect>) -> Bool {
        var area = 0.0
        var covered = 0.0
        let runs = (boxes.count + run - 1) / run
        // An odd step does not fall in with rows of even numbers.
        for number in stride(from: 0, to: runs, by: runs / 4096 | 1) {
            let range = number * run..<min((number + 1) * run, boxes.count)
            var whole = BoxTree.Box()
            for index in range {
                whole.cover(BoxTree.Box(around: boxes[index]))
                area += boxes[index].width * boxes[index].height
            }
            let edges = whole.edges
            covered += Double(-edges.z - edges.x) * Double(-edges.w - edges.y)
        }
        return covered > 8 * area
    }

    /// Sorts boxes. O(boxes).
    ///
    /// - Parameter size: What they lie in, most of them, from the origin on.
    init(_ boxes: FlatArray<Rect>, in size: Size) {
        let count = boxes.count
        entries = FlatArray(uninitialized: count)
        let others = FlatArray<Entry>(uninitialized: count)
        let (entries, room) = (entries.shared.baseAddress!, others.shared.baseAddress!)
        let tiles = (count + Self.tile - 1) / Self.tile
        let inStrip = size.height > 0 ? (Double(tiles) * size.width / size.height).squareRoot().rounded(.up) : 1
        let strip = Self.tile * Int(max(min(inStrip, Double(tiles)), 1))
        let sorter = Sorter()
        sorter.split(count, into: entries, room: room, every: strip, within: size.height, isAcross: false) {
            Entry(BoxTree.Box(around: boxes[$0]), $0)
        }
        for first in stride(from: 0, to: count, by: strip) {
            let source = entries + first
            sorter.split(
                min(strip, count - first), into: room + first, room: source, every: Self.tile, within: size.width,
                isAcross: true
            ) { source[$0] }
        }
        for first in stride(from: 0, to: count, by: Self.tile) {
            sorter.tile(room + first, into: entries + first, min(Self.tile, count - first))
        }
        withExtendedLifetime(others) {}
    }

    /// Sorts entries into buckets.
    private struct Sorter {
        /// Where the next entry of a bucket goes, for each depth of a recursion.
        private let starts = FlatArray<UInt32>(uninitialized: depth * buckets)

        private static var buckets: Int { 256 }
        /// Each narrows what entries range over to a 255th.
        private static var depth: Int { 8 }

        /// Sorts entries by a coordinate so far that each of some groups holds none that belongs into a later one: into
        /// buckets, and those of a bucket where one group ends and another begins into buckets again.
        ///
        /// - Parameters:
        ///   - room: Room for as many entries; may be where they come from.
        ///   - size: The entries of a group.
        ///   - length: What most of the coordinates range over, from 0 on.
        ///   - isAcross: Whether the coordinate is the one across the axis.
        ///   - entry: The entry at a position; asked for twice.
        @inline(__always)
        func split(
            _ count: Int, into target: UnsafeMutablePointer<Entry>, room: UnsafeMutablePointer<Entry>, every size: Int,
            within length: Double, isAcross: Bool, entry: (Int) -> Entry
        ) {
            put(count, into: target, 0, from: 0, to: 2 * Float(length), isAcross: isAcross, entry)
            refine(in: target, room: room, every: size, behind: 0, isAcross: isAcross, 0)
        }

        @inline(__always)
        private func put(
            _ count: Int, into target: UnsafeMutablePointer<Entry>, _ depth: Int, from least: Float, to most: Float,
            isAcross: Bool, _ entry: (Int) -> Entry
        ) {
            let last = Float(Self.buckets - 1)
            let scale = most > least ? last / (most - least) : 0
            distribute(count, starts.shared.baseAddress! + depth * Self.buckets, buckets: Self.buckets) {
                let steps = (entry($0).centre(isAcross: isAcross) - least) * scale
                return whole(steps < 0 ? 0 : steps > last ? last : steps, below: Self.buckets)
            } move: {
                target[$1] = entry($0)
            }
        }

        /// Sorts the entries in buckets that belong to several groups.
        ///
        /// - Parameter items: How many entries stand before these.
        private func refine(
            in target: UnsafeMutablePointer<Entry>, room: UnsafeMutablePointer<Entry>, every size: Int,
            behind items: Int, isAcross: Bool, _ depth: Int
        ) {
            guard depth + 1 < Self.depth else { return }
            let ends = starts.shared.baseAddress! + depth * Self.buckets
            var first = 0
            for bucket in 0..<Self.buckets {
                let end = Int(ends[bucket])
                defer { first = end }
                // A few entries in the wrong group hardly make it larger.
                guard end - first > size / 16, (items + first) / size != (items + end - 1) / size else { continue }
                let (source, target) = (room + first, target + first)
                var (least, most) = (Float.infinity, -Float.infinity)
                for index in 0..<end - first {
                    source[index] = target[index]
                    let value = source[index].centre(isAcross: isAcross)
                    least = min(least, value)
                    most = max(most, value)
                }
                guard least < most else { continue }
                put(end - first, into: target, depth + 1, from: least, to: most, isAcross: isAcross) { source[$0] }
                refine(
                    in: target, room: source, every: size, behind: items + first, isAcross: isAcross,
                    depth + 1)
            }
        }

        /// Sorts up to 256 entries into four rows, which run from end to end and back.
        func tile(
            _ source: UnsafeMutablePointer<Entry>, into target: UnsafeMutablePointer<Entry>, _ count: Int
        ) {
            var least = SIMD2(repeating: Float.infinity)
            var most = SIMD2(repeating: -Float.infinity)
            for index in 0..<count {
                let centre = source[index].centre
                least.replace(with: centre, where: centre .< least)
                most.replace(with: centre, where: centre .> most)
            }
            let length = most - least
            let scale = (SIMD2(63, 255) / length).replacing(with: 0, where: length .== 0)
            distribute(count, starts.shared.baseAddress!, buckets: Self.buckets) {
                let steps = (source[$0].centre - least) * scale
                let (column, row) = (whole(steps.x, below: 64), whole(steps.y, below: 256) / 64)
                return row &* 64 | (row % 2 == 0 ? column : 63 &- column)
            } move: {
                target[$1] = source[$0]
            }
        }

        /// A number as a whole one below a power of two, as which it is rounded.
        @inline(__always)
        private func whole(_ value: Float, below limit: Int) -> Int {
            // Adding this rounds to a whole number, which the last bits then are.
            Int(truncatingIfNeeded: (value + 0x1p23).bitPattern) & (limit &- 1)
        }
    }
}
