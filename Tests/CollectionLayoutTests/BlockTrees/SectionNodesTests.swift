import Testing

@testable import CollectionLayout

/// The numbers of a section's nodes lie side by side: none of them on another one, and all of them within their room.
@Suite struct SectionNodesTests {
    @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 18, 100, 255, 257, 300], [1, 3])
    func partsDoNotOverlap(_ slots: Int, _ lanes: Int) throws {
        let container = Container(breadth: 390, viewportLength: 844)
        for layout in [StaggeredLayout(laneCount: lanes), WaterfallLayout(laneCount: lanes)] as [any SectionLayout] {
            var entry = SectionNodes.Entry(layout: 0, try ResolvedLayout(layout, in: container))
            entry.slotCount = slots
            entry.firstNumber = 5
            let room = SectionNodes.numberCount(entry)
            let memory = FlatArray(repeating: Double.nan, count: 5 + room)
            let nodes = SectionNodes(entry, in: memory.shared.baseAddress!)
            let tree = nodes.tree
            #expect(tree.count == slots && tree.lanes == lanes)
            func bytes<Element>(_ part: UnsafeMutablePointer<Element>, _ count: Int) -> Range<Int> {
                let start = UnsafeRawPointer(part) - UnsafeRawPointer(memory.shared.baseAddress!)
                return start..<start + count * MemoryLayout<Element>.stride
            }
            let parts = [
                bytes(nodes.spans, tree.numberCount), bytes(nodes.blocks, slots), bytes(nodes.counts, tree.nodeCount),
                bytes(nodes.marks, tree.nodeCount), bytes(nodes.states, (slots + 1) * nodes.stateCount),
            ]
            for (index, part) in parts.enumerated() {
                #expect(part.lowerBound >= 40 && part.upperBound <= 40 + 8 * room)
                #expect(parts[..<index].allSatisfy { !$0.overlaps(part) })
            }
            #expect(parts.reduce(0) { $0 + $1.count } > 8 * room - 8)
            nodes.clear()
            #expect(nodes.itemCount == 0 && tree.firstMarked(nodes.marks) == nil)
        }
    }
}
