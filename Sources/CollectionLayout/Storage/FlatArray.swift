/// An array of plain values that owns exactly `count × stride` bytes; its length changes only if it grows or room is inserted.
///
/// Where large memory of the engine is owned. Unlike `Array` it can be filled without a first pass over the
/// memory (the first touch of a page costs about 1 ns a byte), its byte count does not depend on the allocator's size
/// classes, and element access needs neither a uniqueness check nor reference counting. Copies share the memory until
/// one of them is changed.
package struct FlatArray<Element: BitwiseCopyable> {
    @usableFromInline
    final class Owner {
        @usableFromInline let base: UnsafeMutablePointer<Element>

        @usableFromInline
        init(count: Int) {
            base = HugePages.allocate(capacity: max(count, 1))
        }

        deinit { base.deallocate() }
    }

    @usableFromInline var owner: Owner
    @usableFromInline var base: UnsafeMutablePointer<Element>
    /// The number of elements.
    package private(set) var count: Int

    /// An array without elements.
    package init() {
        self.init(uninitialized: 0)
    }

    /// An array of `count` elements that the caller writes, every one of them, before it reads any.
    package init(uninitialized count: Int) {
        owner = Owner(count: count)
        base = owner.base
        self.count = count
    }

    /// An array of `count` times the same element.
    package init(repeating element: Element, count: Int) {
        self.init(uninitialized: count)
        base.initialize(repeating: element, count: count)
    }

    /// An array with the elements of a collection.
    package init(_ elements: some Collection<Element>) {
        self.init(uninitialized: elements.count)
        _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(from: elements)
    }

    /// Bytes owned.
    package var byteCount: Int { count * MemoryLayout<Element>.stride }

    /// The element at an index; checked in debug builds only.
    @inlinable
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            assert(index >= 0 && index < count, "index out of range")
            return base[index]
        }
    }

    /// Makes room for `needed` elements, or half as many again as there are; keeps the first `used`.
    mutating func grow(to needed: Int, keeping used: Int) {
        guard needed > count else { return }
        let larger = FlatArray(uninitialized: max(needed, count + count / 2))
        let former = owner
        // The optimiser may release the former memory as soon as nothing but a pointer refers to it.
        withExtendedLifetime(former) { larger.base.initialize(from: former.base, count: used) }
        self = larger
    }

    /// Makes room for some elements at an index, which the caller writes before it reads any. O(n).
    mutating func insert(_ number: Int, at index: Int) {
        let larger = FlatArray(uninitialized: count + number)
        let former = owner
        withExtendedLifetime(former) {
            larger.base.initialize(from: former.base, count: index)
            (larger.base + index + number).initialize(from: former.base + index, count: count - index)
        }
        self = larger
    }

    /// The elements, readable while the array lives.
    @inlinable
    package var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

    /// The elements, writable until the array is copied; copies the memory first if it is shared.
    package var writable: UnsafeMutableBufferPointer<Element> {
        mutating get {
            if !isKnownUniquelyReferenced(&owner) {
                let copy = Owner(count: count)
                copy.base.initialize(from: base, count: count)
                owner = copy
                base = copy.base
            }
            return UnsafeMutableBufferPointer(start: base, count: count)
        }
    }
}

extension FlatArray {
    /// The elements, writable even if they are shared: by who fills a new array, parts of it at the same time.
    var shared: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }
}

// The memory is written by its only owner and read by many: the discipline of Array.
extension FlatArray: @unchecked Sendable where Element: Sendable {}
extension FlatArray.Owner: @unchecked Sendable where Element: Sendable {}
