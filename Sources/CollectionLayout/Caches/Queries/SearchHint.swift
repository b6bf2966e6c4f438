/// Where a search began to find elements, in a strategy's own terms.
///
/// It belongs to the caller's buffer and not to the cache, so that many threads can scroll over one cache. Successive
/// viewports of a scroll overlap by 96 % (2000 pt/s at 60 Hz): from the last answer the next one is a step or two away.
public struct SearchHint: Hashable, Sendable, BitwiseCopyable {
    /// The first section, or the first run of a flat order.
    public var section = 0
    /// The first run within that section.
    public var run = 0
    /// Where in a tree.
    var start = BoxTree.Start()

    /// A hint at the beginning of a section.
    public init(section: Int = 0) {
        self.section = section
    }
}
