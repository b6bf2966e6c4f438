/// Up to four numbers that describe an item; what they mean is the layout's affair.
public typealias ItemValue = SIMD4<Double>

/// The values of the items of one section.
///
/// Uniform sections hold one value for all items: their stride is 0.
public struct ItemValues {
    @usableFromInline let base: UnsafePointer<Double>
    @usableFromInline let stride: Int
    /// The number of items.
    public let count: Int

    @usableFromInline
    init(base: UnsafePointer<Double>, stride: Int, count: Int) {
        self.base = base
        self.stride = stride
        self.count = count
    }

    /// Whether all items have the same values.
    @inlinable
    public var isUniform: Bool { stride == 0 }

    /// Value number `index` of an item.
    @inlinable
    public subscript(item: Int, index: Int) -> Double {
        assert(item >= 0 && item < count, "item out of range")
        return base[item &* stride &+ index]
    }
}
