/// A growing array of plain values that hands out runs of neighbours.
///
/// Who outgrows a run takes a longer one. Growing copies everything, so it is O(1) an element amortised; indices stay valid,
/// pointers do not.
struct Arena<Element: BitwiseCopyable> {
    private(set) var storage: FlatArray<Element>
    /// The number of elements handed out.
    private(set) var count = 0

    /// An empty arena with room for `capacity` elements.
    init(capacity: Int = 0) {
        storage = FlatArray(uninitialized: capacity)
    }

    /// An arena that has handed out the first elements of an array, and has room for as many as that has.
    init(_ elements: FlatArray<Element>, count: Int) {
        storage = elements
        self.count = count
    }

    /// How much more room to ask for than is needed at first: it takes no memory before it is written to, and what comes then does
    /// not make everything move.
    static func spare(_ count: Int) -> Int { count / 4 }

    /// Hands out a run of elements that the caller writes, every one of them, before it reads any.
    ///
    /// - Returns: The index of the first.
    mutating func allocate(_ length: Int) -> Int {
        reserve(count + length)
        defer { count += length }
        return count
    }

    /// The same, of a run that was given back if one is as long.
    mutating func allocate(_ length: Int, from unused: inout UnusedRuns) -> Int {
        unused.take(length, of: Self.self) ?? allocate(length)
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

    /// Some elements, readable while the arena lives and does not grow.
    func run(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: elements + range.lowerBound, count: range.count)
    }

    private mutating func reserve(_ needed: Int) {
        storage.grow(to: needed, keeping: count)
    }

    /// Bytes handed out.
    var byteCount: Int { count * MemoryLayout<Element>.stride }

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

/// Runs that were given back to arenas, each of which has elements of its own type, to be handed out again to who asks for as many
/// elements. Apart from the arenas, so that to copy these takes one reference less for each.
struct UnusedRuns: Sendable {
    private struct Kind: Hashable {
        let type: ObjectIdentifier
        let length: Int
    }

    /// Where runs begin.
    private var starts: [Kind: [Int]] = [:]
    /// How many numbers there are in all runs of those.
    private(set) var numberCount = 0

    /// Notes a run that nobody uses any more.
    mutating func add<Element>(_ run: Range<Int>, of arena: Arena<Element>.Type) {
        guard !run.isEmpty else { return }
        if Element.self == Double.self { numberCount += run.count }
        starts[Kind(type: ObjectIdentifier(arena), length: run.count), default: []].append(run.lowerBound)
    }

    /// Hands out a run of a length, if there is one.
    mutating func take<Element>(_ length: Int, of arena: Arena<Element>.Type) -> Int? {
        guard !starts.isEmpty, let start = starts[Kind(type: ObjectIdentifier(arena), length: length)]?.popLast() else {
            return nil
        }
        if Element.self == Double.self { numberCount -= length }
        return start
    }

    /// Forgets the runs of numbers.
    mutating func removeNumbers() {
        starts = starts.filter { $0.key.type != ObjectIdentifier(Arena<Double>.self) }
        numberCount = 0
    }
}

extension Arena: Sendable where Element: Sendable {}
