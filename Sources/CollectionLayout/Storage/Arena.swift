/// A growing array of plain values that hands out runs of neighbours.
///
/// Runs are never given back one by one: who outgrows a run takes a longer one. Growing copies everything, so it is
/// O(1) an element amortised; indices stay valid, pointers do not.
struct Arena<Element: BitwiseCopyable> {
    private(set) var storage = FlatArray<Element>()
    /// The number of elements handed out.
    private(set) var count = 0

    /// An empty arena with room for exactly `capacity` elements.
    init(capacity: Int = 0) {
        storage = FlatArray(uninitialized: capacity)
    }

    /// Hands out a run of elements, each of them `element`.
    ///
    /// - Returns: The index of the first.
    mutating func allocate(_ length: Int, repeating element: Element) -> Int {
        let first = count
        reserve(first + length)
        (storage.writable.baseAddress! + first).initialize(repeating: element, count: length)
        count += length
        return first
    }

    private mutating func reserve(_ needed: Int) {
        guard needed > storage.count else { return }
        var larger = FlatArray<Element>(uninitialized: max(needed, storage.count + storage.count / 2))
        larger.writable.baseAddress!.initialize(from: storage.elements.baseAddress!, count: count)
        storage = larger
    }

    /// Bytes held.
    var byteCount: Int { storage.byteCount }

    /// The element at an index.
    @inline(__always)
    subscript(index: Int) -> Element { storage[index] }

    /// All elements, readable while the arena lives and does not grow.
    @inline(__always)
    var elements: UnsafePointer<Element> { storage.elements.baseAddress! }

    /// All elements, writable until the arena is copied or grows.
    @inline(__always)
    var writable: UnsafeMutablePointer<Element> {
        mutating get { storage.writable.baseAddress! }
    }
}

extension Arena: Sendable where Element: Sendable {}
