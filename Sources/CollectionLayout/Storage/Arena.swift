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
        let first = allocate(length)
        (storage.writable.baseAddress! + first).initialize(repeating: element, count: length)
        return first
    }

    /// Hands out a run of elements that the caller writes, every one of them, before it reads any.
    ///
    /// - Returns: The index of the first.
    mutating func allocate(_ length: Int) -> Int {
        reserve(count + length)
        defer { count += length }
        return count
    }

    /// Hands out a run with the elements of a collection.
    ///
    /// - Returns: The index of the first.
    @discardableResult
    mutating func append(_ elements: some Collection<Element>) -> Int {
        let first = count
        reserve(first + elements.count)
        let room = UnsafeMutableBufferPointer(start: storage.writable.baseAddress! + first, count: elements.count)
        _ = room.initialize(from: elements)
        count += elements.count
        return first
    }

    /// Hands out a run with the same elements as another one.
    mutating func appendCopy(of run: Range<Int>) {
        reserve(count + run.count)
        let all = storage.writable.baseAddress!
        (all + count).initialize(from: all + run.lowerBound, count: run.count)
        count += run.count
    }

    /// Takes back what was handed out last: the elements from an index on.
    mutating func takeBack(from index: Int) {
        precondition((0...count).contains(index), "no element \(index)")
        count = index
    }

    /// Puts an element before another one, whose index and those behind it grow by one. O(elements behind).
    mutating func insert(_ element: Element, at index: Int) {
        precondition((0...count).contains(index), "no place \(index)")
        reserve(count + 1)
        let place = storage.writable.baseAddress! + index
        (place + 1).update(from: place, count: count - index)
        place.initialize(to: element)
        count += 1
    }

    /// Takes an element out; the indices of those behind it shrink by one. O(elements behind).
    mutating func remove(at index: Int) -> Element {
        precondition((0..<count).contains(index), "no element \(index)")
        let place = storage.writable.baseAddress! + index
        let element = place.pointee
        count -= 1
        place.update(from: place + 1, count: count - index)
        return element
    }

    /// Some elements, readable while the arena lives and does not grow.
    func run(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: elements + range.lowerBound, count: range.count)
    }

    private mutating func reserve(_ needed: Int) {
        storage.grow(to: needed, keeping: count)
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
