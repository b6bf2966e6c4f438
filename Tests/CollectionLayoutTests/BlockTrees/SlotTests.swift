import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Leaves that come among others, which make room for them.
@Suite struct SlotTests {
    /// Where one after the other comes.
    enum Place: CaseIterable {
        case head, end, middle, behindTheLast, random
    }

    /// Leaves of one item each, known by their handles.
    private struct Leaves {
        private var numbers: Arena<Double>
        private var entry = SectionNodes.Entry()
        private var unused = UnusedRuns()

        init(count: Int) {
            entry.slotCount = SectionNodes.slotCount(forBlocks: count)
            numbers = Arena(capacity: SectionNodes.numberCount(entry))
            numbers.allocateNodes(of: &entry, from: &unused)
            for block in 0..<count { put(UInt32(block), at: SectionNodes.slot(ofBlock: block, count)) }
        }

        private mutating func put(_ handle: UInt32, at slot: Int) {
            let nodes = numbers.writableNodes(of: entry)
            nodes.blocks[slot] = SectionNodes.Block(handle: handle, capacity: 1)
            nodes.tree.add(1, to: slot, nodes.counts)
        }

        /// The handles, each with the number of its leaf, in the order of these.
        var all: [(handle: UInt32, slot: Int)] {
            let nodes = numbers.nodes(of: entry)
            return (0..<nodes.tree.count).filter { nodes.counts[$0] > 0 }.map { (nodes.blocks[$0].handle, $0) }
        }

        mutating func insert(_ handles: Range<UInt32>, behind slot: Int) {
            let slots = numbers.makeSlots(handles.count, behind: slot, of: &entry, from: &unused)
            for (handle, slot) in zip(handles, slots.dropFirst()) { put(handle, at: slot) }
        }
    }

    /// All stay in order, and for one that comes few others move: wherever these come, or where one comes at the place of another,
    /// as most of the empty ones are there then. Evenly between the others they would let 110 to 150 move.
    @Test(arguments: Place.allCases, [1, 3])
    func leavesComeInOrder(_ place: Place, count: Int) throws {
        let (start, coming) = (1500, 900)
        var leaves = Leaves(count: start)
        var order = Array(0..<UInt32(start))
        var random = SplitMix64(seed: 3)
        var former = leaves.all
        var (moved, last) = (0, 100)
        for step in 0..<coming / count {
            let index =
                switch place {
                case .head: 0
                case .end: order.count
                case .middle: 1000
                case .behindTheLast: last
                case .random: random.index(below: order.count + 1)
                }
            let new = UInt32(start + step * count)..<UInt32(start + (step + 1) * count)
            leaves.insert(new, behind: index == 0 ? -1 : former[index - 1].slot)
            order.insert(contentsOf: new, at: index)
            last = index + count
            let now = leaves.all
            try check(now.map(\.handle) == order, "step \(step)")
            let others = now[..<index] + now[(index + count)...]
            moved += zip(former, others).count { $0.slot != $1.slot }
            former = now
        }
        #expect(moved < 50 * coming)
    }
}
