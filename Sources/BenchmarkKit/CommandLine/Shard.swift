/// One part of a list of work that is split among machines.
public struct Shard: Sendable, Equatable {
    /// Which part, from 0.
    public let index: Int
    /// How many parts there are.
    public let count: Int

    /// A part of the whole.
    ///
    /// - Precondition: `0 <= index < count`.
    public init(index: Int, count: Int) {
        precondition(index >= 0 && index < count, "A shard's index lies below the number of shards.")
        self.index = index
        self.count = count
    }

    /// Whether the item at a position of the whole list belongs to this part: every `count`-th does, so that neighbours
    /// go to different parts: the list is best in the order of what its items cost.
    public func contains(position: Int) -> Bool {
        position % count == index
    }
}
