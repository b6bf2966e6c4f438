/// The values of the items of one section.
///
/// A window onto those that stand together in memory, most often all; the others take a look-up. Where all items of the
/// window have the same values, as in a uniform section, these are held once: their stride is 0.
public struct ItemValues {
    /// Where item 0 would stand if the window reached it.
    @usableFromInline let base: UnsafePointer<Double>
    private let pages: UnsafePointer<PagedValues>?
    /// Numbers an item in the upper half, items in the lower one; then the first item of the window, and its number of
    /// items. Four words in all: what has more fields is passed through memory.
    @usableFromInline let shape: UInt64
    @usableFromInline let bounds: UInt64

    @inline(__always)
    init(
        base: UnsafePointer<Double>, stride: Int, count: Int, window: Range<Int>, pages: UnsafePointer<PagedValues>?
    ) {
        self.base = base
        self.pages = pages
        shape = UInt64(truncatingIfNeeded: stride) << 32 | UInt64(truncatingIfNeeded: count)
        bounds = UInt64(truncatingIfNeeded: window.lowerBound) << 32 | UInt64(truncatingIfNeeded: window.count)
    }

    @inlinable
    var stride: Int { Int(truncatingIfNeeded: shape >> 32) }

    /// The number of items.
    @inlinable
    public var count: Int { Int(UInt32(truncatingIfNeeded: shape)) }

    /// Whether all items of the section have the same values.
    @inlinable
    public var isUniform: Bool { stride == 0 && Int(windowCount) == count }

    /// Whether those of the window have.
    var areAlike: Bool { stride == 0 }

    @inlinable
    var firstOfWindow: UInt32 { UInt32(truncatingIfNeeded: bounds >> 32) }
    @inlinable
    var windowCount: UInt32 { UInt32(truncatingIfNeeded: bounds) }

    /// The items that stand together in memory.
    var window: Range<Int> { Int(firstOfWindow)..<Int(firstOfWindow) + Int(windowCount) }

    /// Value number `index` of an item.
    @inlinable
    public subscript(item: Int, index: Int) -> Double {
        assert(item >= 0 && item < count, "item out of range")
        guard _fastPath(UInt32(truncatingIfNeeded: item) &- firstOfWindow < windowCount) else {
            return number(index, of: item)
        }
        return base[item &* stride &+ index]
    }

    /// The first two values of an item, at the cost of one look.
    @inline(__always)
    func pair(of item: Int) -> SIMD2<Double> {
        guard _fastPath(UInt32(truncatingIfNeeded: item) &- firstOfWindow < windowCount) else {
            return pairOutside(item)
        }
        let value = base + item &* stride
        return SIMD2(value[0], value[1])
    }

    @inline(never)
    private func pairOutside(_ item: Int) -> SIMD2<Double> {
        guard let pages else { preconditionFailure("no item \(item): there are \(count)") }
        return pages.pointee.pair(of: item)
    }

    /// Copies the first two values of some items, one item after the other. O(items + log n)
    ///
    /// - Parameter range: The items, the first ones of them in the window.
    func copyPairs(of range: Range<Int>, into numbers: UnsafeMutablePointer<Double>) {
        let near = range.clamped(to: window)
        for item in near { numbers.storePair((base + item &* stride).pair(0), at: 2 &* (item &- near.lowerBound)) }
        guard near.upperBound < range.upperBound else { return }
        guard let pages else { preconditionFailure("no item \(near.upperBound): there are \(count)") }
        pages.pointee.copyPairs(of: near.upperBound..<range.upperBound, into: numbers + 2 &* near.count)
    }

    /// The values of some items that have as many of their own each, one item after the other; nil if they do not stand
    /// together.
    @inline(__always)
    func values(_ range: Range<Int>, each stride: Int) -> UnsafePointer<Double>? {
        guard self.stride == stride, window.lowerBound <= range.lowerBound, range.upperBound <= window.upperBound else {
            return nil
        }
        return base + range.lowerBound &* stride
    }

    /// A value outside the window.
    @usableFromInline
    @inline(never)
    func number(_ number: Int, of item: Int) -> Double {
        guard let pages else { preconditionFailure("no item \(item): there are \(count)") }
        return pages.pointee.number(number, of: item)
    }
}
