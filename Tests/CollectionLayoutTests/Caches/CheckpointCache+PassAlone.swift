@testable import CollectionLayout

/// What passing over sections at once or in parts is compared with.
extension CheckpointCache {
    /// A cache of a content whose blocks are still to be written, and one whose blocks are those to expect after
    /// ``passAlone(_:)``. What is not written anew would be found out.
    static func unwritten(_ content: Content) throws -> (cache: CheckpointCache, expected: CheckpointCache) {
        var content = content
        content.parallelism = 1
        var expected = CheckpointCache()
        try expected.prepare(content)
        var cache = expected
        expected.makeUnique()
        cache.makeUnique()
        for block in 0..<cache.starts.count {
            cache.starts.writable[block] = -1
            cache.spans.writable[block] = ItemSpan(near: -1, far: -1, breadth: -1)
            cache.reaches.writable[block] = Reach(near: -1, far: -1)
        }
        for slot in 0..<cache.states.count { cache.states.writable[slot] = -1 }
        return (cache, expected)
    }

    /// Passes over a section in one run, by itself, and writes its blocks.
    ///
    /// - Returns: What its items span, and where they end.
    func passAlone(_ section: Int) -> (span: ItemSpan, itemsEnd: Double) {
        let layout = content.layout(ofSection: section)
        let count = Int(content.sections[section].count)
        let blocks = blocks(of: section)
        var runner = FoldRunner(content)
        runner.begin(section)
        var lanes: KeptLanes?
        guard !blocks.isEmpty else {
            return (Self.place(0..<count, runner, layout, &lanes), runner.itemsEnd)
        }
        var writer = BlockWriter(self, section, layout, 0..<blocks.count)
        writer.begin(at: 0, runner.state)
        Self.pass(0..<count, blockSize: Self.blockSize(layout), runner, layout, &lanes) {
            writer.end(at: $0, $1, runner.state)
            return true
        }
        return (reachBlocks(of: section), runner.itemsEnd)
    }
}
