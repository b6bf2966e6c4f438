/// Some of up to 64 neighbouring items: a bit for each.
public struct ItemSet: Sendable {
    /// How many items there may be.
    static let capacity = 64

    /// The item of the lowest bit.
    private let first: Int
    private let bits: UInt64

    /// - Parameters:
    ///   - bits: One for each item that is in the set.
    ///   - first: The item of the lowest bit.
    init(_ bits: UInt64, from first: Int) {
        self.first = first
        self.bits = bits
    }

    /// Whether an item is in the set. O(1).
    ///
    /// - Precondition: the item is one of the 64.
    @inline(__always)
    public func contains(_ item: Int) -> Bool {
        assert((0..<64).contains(item - first), "item \(item) is none of those from \(first) on")
        return bits &>> UInt64(truncatingIfNeeded: item &- first) & 1 != 0
    }

    /// The first item of the set behind an item; nil if there is none. O(1).
    ///
    /// - Precondition: the item is one of the 64.
    public func next(after item: Int) -> Int? {
        let rest = bits.above(item &- first)
        return rest == 0 ? nil : first &+ rest.trailingZeroBitCount
    }
}

extension UInt64 {
    /// The bits above one of them.
    @inline(__always)
    func above(_ bit: Int) -> UInt64 {
        assert((0..<64).contains(bit), "no bit \(bit)")
        return self & (~1 &<< UInt64(truncatingIfNeeded: bit))
    }

    /// The number of the lowest set bit from one of them on; nil if there is none.
    @inline(__always)
    func first(from bit: Int) -> Int? {
        assert(bit >= 0, "no bit \(bit)")
        let rest = self & (.max << UInt64(truncatingIfNeeded: bit))
        return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    /// The number of the highest set bit up to one of them; nil if there is none.
    @inline(__always)
    func last(upTo bit: Int) -> Int? {
        guard bit >= 0 else { return nil }
        let rest = self & ~above(bit)
        return rest == 0 ? nil : 63 &- rest.leadingZeroBitCount
    }
}
