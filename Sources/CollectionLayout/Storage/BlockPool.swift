/// Short runs of plain values that never move as more are taken: a first part of a length known in advance, then pages.
struct BlockPool<Element: BitwiseCopyable> {
    /// Elements of a page.
    static var pageLength: Int { 1 << 14 }

    private var base: FlatArray<Element>
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
    ///   - filler: What pages are filled with.
    init(capacity: Int, recycledLength: Int, filler: Element) {
        base = FlatArray(uninitialized: capacity)
        self.recycledLength = recycledLength
        self.filler = filler
    }

    /// Hands out a run of at most a page.
    ///
    /// - Returns: Its handle.
    mutating func allocate(_ length: Int) -> UInt32 {
        if length == recycledLength, let handle = free.popLast() { return handle }
        if count + length <= base.count {
            defer { count += length }
            return UInt32(count)
        }
        // Runs do not straddle pages; the rest of one is lost.
        count = max(count, base.count)
        if (count - base.count) % Self.pageLength + length > Self.pageLength {
            count += Self.pageLength - (count - base.count) % Self.pageLength
        }
        while count + length > base.count + pages.count * Self.pageLength {
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

    /// A run, readable until the pool changes.
    @inline(__always)
    func run(_ handle: UInt32) -> UnsafePointer<Element> {
        let index = Int(handle)
        if index < base.count { return base.elements.baseAddress! + index }
        let rest = index &- base.count
        return pages[rest / Self.pageLength].elements.baseAddress! + rest % Self.pageLength
    }

    /// A run, writable until the pool is copied or takes another page.
    @inline(__always)
    mutating func writableRun(_ handle: UInt32) -> UnsafeMutablePointer<Element> {
        let index = Int(handle)
        if index < base.count { return base.writable.baseAddress! + index }
        let rest = index &- base.count
        return pages[rest / Self.pageLength].writable.baseAddress! + rest % Self.pageLength
    }
}

extension BlockPool: Sendable where Element: Sendable {}
