/// The caller's buffer of element ids: filled by queries, reused from one to the next.
///
/// A query appends; call ``removeAll()`` before it. The buffer grows when it is too small and then keeps its capacity,
/// so that a scroll allocates nothing after its first frames. Being emptied, it still holds the last answer, so that the next
/// query finds it there if it is the same.
public struct HitBuffer: ~Copyable, HitSink {
    @usableFromInline var base: UnsafeMutablePointer<ElementID>
    @usableFromInline var capacity: Int
    /// The number of elements in the buffer.
    @inlinable public var count: Int { length }
    /// Whether there are none.
    @inlinable public var isEmpty: Bool { length == 0 }
    @usableFromInline var length = 0
    /// Further room, as ids that follow one another are written four at a time.
    @usableFromInline static var margin: Int { 3 }
    /// Where the last query began to find elements.
    public var hint = SearchHint()
    /// The last answer, until something else is put into the buffer.
    @usableFromInline var kept = KeptAnswer()

    /// An empty buffer with room for `capacity` elements.
    public init(capacity: Int = 1024) {
        self.capacity = max(capacity, 1)
        base = .allocate(capacity: self.capacity + Self.margin)
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

    /// Calls `body` with each element, in the order in which the query found them, without allocating.
    @inlinable
    public func forEach(_ body: (ElementID) throws -> Void) rethrows {
        for index in 0..<length { try body(base[index]) }
    }

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
        kept.isHeld = false
        capacity = max(capacity * 2, count + extra)
        let larger = UnsafeMutablePointer<ElementID>.allocate(capacity: capacity + Self.margin)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
    }

    /// Appends an element if `hit`; there must be room.
    @inlinable
    @inline(__always)
    public mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
        assert(length < capacity, "reserve room first")
        kept.isHeld = false
        (base + length).initialize(to: id)
        length &+= Int(bit: hit)
    }

    /// Appends an element for each set bit; there must be room.
    @inlinable
    @inline(__always)
    public mutating func put(_ hits: UInt32, id: (Int) -> ElementID, frame: (Int) -> Rect) {
        kept.isHeld = false
        // The end is kept in a register: through memory each element would wait for the store of the one before.
        var end = base + length
        if hits == 0xFF {
            // Eight in a row, as in the middle of a viewport: no loop whose end is hard to predict.
            for bit in 0..<8 { (end + bit).initialize(to: id(bit)) }
            length &+= 8
            return
        }
        hits.forEachBit {
            end.initialize(to: id($0))
            end += 1
        }
        length = end - base
        assert(length <= capacity, "reserve room first")
    }

    /// Appends elements; there must be room.
    @inlinable
    @inline(__always)
    public mutating func put(_ count: Int, from first: ElementID, frame: (Int) -> Rect) {
        assert(length &+ count <= capacity, "reserve room first")
        kept.isHeld = false
        // Four ids are three vectors.
        let (section, kind) = (first.section, unsafeBitCast(first.kind, to: Int32.self))
        let rest = (SIMD4(section, 0, kind, section), SIMD4(1, kind, section, 2), SIMD4(kind, section, 3, kind))
        var items = SIMD4(repeating: first.item)
        var end = UnsafeMutableRawPointer(base + length)
        let limit = end + count &* MemoryLayout<ElementID>.stride
        while end < limit {
            end.storeBytes(of: items & SIMD4(0, -1, 0, 0) &+ rest.0, as: SIMD4<Int32>.self)
            end.storeBytes(of: items & SIMD4(-1, 0, 0, -1) &+ rest.1, toByteOffset: 16, as: SIMD4<Int32>.self)
            end.storeBytes(of: items & SIMD4(0, 0, -1, 0) &+ rest.2, toByteOffset: 32, as: SIMD4<Int32>.self)
            items &+= 4
            end += 4 * MemoryLayout<ElementID>.stride
        }
        length &+= count
    }
}
