/// What a query did, in numbers that do not depend on the machine.
///
/// Strategies are generic over the counter, so that counting costs nothing where ``NoCounts`` is used.
public protocol QueryCounter {
    /// Counts visits of nodes: sections, buckets, tree nodes and steps of binary searches.
    mutating func visit(nodes: Int)
    /// Counts exact tests of an element's frame against the rect.
    mutating func test(elements: Int)
}

/// Counts nothing.
public struct NoCounts: QueryCounter {
    /// The thread sanitizer watches accesses by their address. Structures without contents have none of their own, and it would
    /// report accesses of several threads that are none.
    private var address: UInt8 = 0
    /// Creates the counter.
    public init() {}
    /// Does nothing.
    @inline(__always)
    public mutating func visit(nodes: Int) {}
    /// Does nothing.
    @inline(__always)
    public mutating func test(elements: Int) {}
}

/// Sums of what queries did.
public struct QueryCounts: QueryCounter, Hashable, Sendable {
    /// Nodes visited.
    public private(set) var nodesVisited = 0
    /// Elements whose frame was tested.
    public private(set) var elementsTested = 0

    /// Creates a counter at zero.
    public init() {}
    /// Counts visits of nodes.
    public mutating func visit(nodes: Int) { nodesVisited += nodes }
    /// Counts exact tests.
    public mutating func test(elements: Int) { elementsTested += elements }
}
