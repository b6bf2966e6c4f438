/// Receives the elements that a query finds.
///
/// Generic code is specialised for each sink, so a sink that does not want the frame costs nothing for it.
public protocol HitSink: ~Copyable {
    /// Makes room for `count` further calls of ``put(_:_:if:)``.
    mutating func reserve(_ count: Int)

    /// Takes an element, unless `hit` is false.
    ///
    /// The call itself must be made in either case: sinks store without branching on `hit`, because whether an element
    /// near the edge of the viewport hits is a coin toss to the branch predictor.
    mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool)
}

/// The caller's buffer of element ids: filled by queries, reused from one to the next.
///
/// A query appends; call ``removeAll()`` before it. The buffer grows when it is too small and then keeps its capacity,
/// so that a scroll allocates nothing after its first frames.
public struct HitBuffer: ~Copyable, HitSink {
    @usableFromInline var base: UnsafeMutablePointer<ElementID>
    @usableFromInline var capacity: Int
    /// The number of elements in the buffer.
    @inlinable public var count: Int { length }
    @usableFromInline var length = 0

    /// An empty buffer with room for `capacity` elements.
    public init(capacity: Int = 1024) {
        self.capacity = max(capacity, 1)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Forgets the elements, keeps the room.
    @inlinable
    public mutating func removeAll() {
        length = 0
    }

    /// The element at a position; the order of a result is not promised.
    public subscript(index: Int) -> ElementID {
        precondition(index >= 0 && index < count, "position out of range")
        return base[index]
    }

    /// The elements as an array, in the order in which the query found them.
    public var ids: [ElementID] { Array(UnsafeBufferPointer(start: base, count: count)) }

    /// The sum of the elements' fingerprints: independent of their order.
    public var checksum: UInt64 {
        var sum: UInt64 = 0
        for index in 0..<count { sum &+= base[index].fingerprint }
        return sum
    }

    /// Makes room for `count` further elements.
    @inlinable
    @inline(__always)
    public mutating func reserve(_ count: Int) {
        if length &+ count > capacity { grow(count) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ extra: Int) {
        capacity = max(capacity * 2, count + extra)
        let larger = UnsafeMutablePointer<ElementID>.allocate(capacity: capacity)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
    }

    /// Appends an element if `hit`; there must be room.
    @inlinable
    @inline(__always)
    public mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
        assert(length < capacity, "reserve room first")
        (base + length).initialize(to: id)
        length &+= Int(bit: hit)
    }
}
