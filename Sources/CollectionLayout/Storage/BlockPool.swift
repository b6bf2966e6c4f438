/// Short runs of plain values that never move as more are taken: a first part of a length known in advance, then pages.
struct BlockPool<Element: BitwiseCopyable> {
    /// Elements of a page.
    static var pageLength: Int { 1 << 14 }

    private var base: FlatArray<Element>
    /// Elements of the first part that are handed out.
    private let capacity: Int
    private var pages: [FlatArray<Element>] = []
    private var count = 0
    private var free: [UInt32] = []
    /// The length of the runs that are taken back and handed out again.
    private let recycledLength: Int
    private let filler: Element

    /// An empty pool.
    ///
    /// - Parameters:
    ///   - capacity: Elements of the first part.
    ///   - recycledLength: The length of a run that ``recycle(_:length:)`` takes back.
    ///   - margin: How many elements behind a run of the first part can be read, whatever they are.
    ///   - filler: What pages are filled with.
    init(capacity: Int, recycledLength: Int, margin: Int = 0, filler: Element) {
        base = FlatArray(uninitialized: capacity + margin)
        self.capacity = capacity
        self.recycledLength = recycledLength
        self.filler = filler
    }

    /// A pool whose first part is an array, all of which is handed out: handles of its elements are their indices. O(1).
    init(adopting elements: FlatArray<Element>, recycledLength: Int, filler: Element) {
        base = elements
        capacity = elements.count
        count = capacity
        self.recycledLength = recycledLength
        self.filler = filler
    }

    /// A pool of other elements with the same handles, none of which has been written yet. O(pages).
    init(like other: BlockPool<some BitwiseCopyable>, filler: Element) {
        self.init(capacity: other.capacity, recycledLength: other.recycledLength, filler: filler)
        pages = other.pages.map { _ in FlatArray(repeating: filler, count: Self.pageLength) }
        count = other.count
        free = other.free
    }

    /// A pool of other elements with the same handles. O(elements).
    ///
    /// - Parameter convert: Makes an element of one of the other pool's, even if nobody has written that yet.
    init<Other>(_ other: BlockPool<Other>, filler: Element, _ convert: (Other) -> Element) {
        base = FlatArray(other.base.elements.lazy.map(convert))
        capacity = other.capacity
        pages = other.pages.map { FlatArray($0.elements.lazy.map(convert)) }
        count = other.count
        free = other.free
        recycledLength = other.recycledLength
        self.filler = filler
    }

    /// Hands out a run of at most a page.
    ///
    /// - Returns: Its handle.
    mutating func allocate(_ length: Int) -> UInt32 {
        if length == recycledLength, let handle = free.popLast() { return handle }
        if count + length <= capacity {
            defer { count += length }
            return UInt32(count)
        }
        // Runs do not straddle pages; the rest of one is lost.
        count = max(count, capacity)
        if (count - capacity) % Self.pageLength + length > Self.pageLength {
            count += Self.pageLength - (count - capacity) % Self.pageLength
        }
        while count + length > capacity + pages.count * Self.pageLength {
            pages.append(FlatArray(repeating: filler, count: Self.pageLength))
        }
        defer { count += length }
        return UInt32(count)
    }

    /// Takes a run back.
    mutating func recycle(_ handle: UInt32, length: Int) {
        if length == recycledLength { free.append(handle) }
    }

    /// Bytes held.
    var byteCount: Int {
        base.byteCount + pages.count * Self.pageLength * MemoryLayout<Element>.stride
            + free.count * MemoryLayout<UInt32>.stride
    }

    /// The first part, which begins with the first handle, writable even if it is shared; see ``FlatArray/shared``.
    var shared: UnsafeMutablePointer<Element> { base.shared.baseAddress! }

    /// Whether an element of the first part, if there is one, has a handle.
    @inline(__always)
    func isInFirstPart(_ handle: UInt32) -> Bool { handle < capacity }

    /// A run, readable until the pool changes.
    @inline(__always)
    func run(_ handle: UInt32) -> UnsafePointer<Element> {
        let index = Int(handle)
        if index < capacity { return base.elements.baseAddress! + index }
        let rest = index &- capacity
        return pages[rest / Self.pageLength].elements.baseAddress! + rest % Self.pageLength
    }

    /// A run, writable until the pool is copied or takes another page.
    @inline(__always)
    mutating func writableRun(_ handle: UInt32) -> UnsafeMutablePointer<Element> {
        let index = Int(handle)
        if index < capacity { return base.writable.baseAddress! + index }
        return writablePlace(index &- capacity)
    }

    /// A place in the pages. By itself: inlined, pages would be asked for even where the first part is written to, and an array
    /// without any counts as shared.
    @inline(never)
    private mutating func writablePlace(_ place: Int) -> UnsafeMutablePointer<Element> {
        pages[place / Self.pageLength].writable.baseAddress! + place % Self.pageLength
    }
}

extension BlockPool: Sendable where Element: Sendable {}
