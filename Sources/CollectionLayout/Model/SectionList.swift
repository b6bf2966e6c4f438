/// The sections of a ``Content`` in order.
///
/// Elements are found in O(1), and come and go in O(√count), about: a tiered vector (Goodrich, Kloss: Tiered vectors, 1999), whose
/// chunks are rings. Where an element comes, those behind it in its chunk move by one, and of each chunk behind that one the last
/// element becomes the first of the next chunk, for which no other one moves.
public struct SectionList: RandomAccessCollection, Sendable {
    /// A chunk has 2^10 elements.
    private static let chunkBits = 10
    private static var chunkSize: Int { 1 << chunkBits }

    /// Chunk by chunk.
    private var storage = FlatArray<Section>()
    /// The number of sections.
    public private(set) var count = 0
    /// At which of its places each of the first few chunks begins, which are full. The others begin at the first.
    private var heads: [UInt16] = []
    /// From here on elements stand in order: all of them as long as they have only been appended.
    private var straightStart = 0

    /// No sections.
    init() {}

    /// The position of the first section.
    public var startIndex: Int { 0 }
    /// The position behind the last section.
    public var endIndex: Int { count }

    /// Where an element stands.
    @inline(__always)
    private func place(_ position: Int) -> Int {
        guard position < straightStart else { return position }
        let chunk = position &>> Self.chunkBits
        return chunk &<< Self.chunkBits | (position &+ Int(heads[chunk])) & (Self.chunkSize &- 1)
    }

    /// The section at a position.
    ///
    /// - Precondition: there is one.
    public internal(set) subscript(position: Int) -> Section {
        @inline(__always) get {
            precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "no such section")
            return storage[place(position)]
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "no such section")
            storage.writable[place(position)] = newValue
        }
    }

    /// Calls `body` with the sections of a range and their positions, in order: of those that stand together only one is looked
    /// up.
    ///
    /// - Precondition: there are such sections.
    @inline(__always)
    func forEach(in range: Range<Int>, _ body: (_ position: Int, Section) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such sections")
        var position = range.lowerBound
        while position < range.upperBound {
            let first = place(position)
            var end = range.upperBound
            if position < straightStart {
                // What follows at the next places, to the chunk's end or to that of its ring.
                let chunkEnd = (position | (Self.chunkSize &- 1)) &+ 1
                let ringEnd = position &+ Self.chunkSize &- first & (Self.chunkSize &- 1)
                end = Swift.min(end, chunkEnd, ringEnd)
            }
            let run = storage.elements.baseAddress! + (first &- position)
            while position < end {
                body(position, run[position])
                position &+= 1
            }
        }
    }

    /// Begins to load the sections of a range, where there are such and sections stand in order.
    @inline(__always)
    func prefetch(_ range: Range<Int>) {
        if !range.isEmpty { (storage.elements.baseAddress! + range.lowerBound).prefetchMany(range.count) }
    }

    /// Inserts a section before the one at a position. O(√count), about.
    mutating func insert(_ section: Section, at position: Int) {
        precondition((0...count).contains(position), "no place \(position)")
        storage.grow(to: count + 1, keeping: count)
        let last = count >> Self.chunkBits
        let chunk = position >> Self.chunkBits
        var carried = section
        if chunk < last {
            bend(last)
            let end = (chunk + 1) << Self.chunkBits
            carried = self[end - 1]
            for next in (position..<end - 1).reversed() { self[next + 1] = self[next] }
            self[position] = section
            for chunk in chunk + 1..<last {
                turn(chunk, by: Self.chunkSize - 1)
                swap(&storage.writable[place(chunk << Self.chunkBits)], &carried)
            }
        }
        let first = Swift.max(position, last << Self.chunkBits)
        let place = storage.writable.baseAddress! + first
        (place + 1).update(from: place, count: count - first)
        place.initialize(to: carried)
        count += 1
    }

    /// Removes a section. O(√count), about.
    @discardableResult
    mutating func remove(at position: Int) -> Section {
        let removed = self[position]
        let last = (count - 1) >> Self.chunkBits
        straighten(last)
        let chunk = position >> Self.chunkBits
        let first = Swift.max(position, last << Self.chunkBits)
        let place = storage.writable.baseAddress! + first
        var carried = place.pointee
        place.update(from: place + 1, count: count - first - 1)
        if chunk < last {
            bend(last)
            for chunk in (chunk + 1..<last).reversed() {
                swap(&storage.writable[self.place(chunk << Self.chunkBits)], &carried)
                turn(chunk, by: 1)
            }
            let end = (chunk + 1) << Self.chunkBits
            for next in position..<end - 1 { self[next] = self[next + 1] }
            self[end - 1] = carried
        }
        count -= 1
        return removed
    }

    /// Lets some chunks begin at any of their places.
    private mutating func bend(_ chunks: Int) {
        guard heads.count < chunks else { return }
        heads += Array(repeating: 0, count: chunks - heads.count)
        straightStart = chunks << Self.chunkBits
    }

    /// Makes the last chunk begin at its first place.
    private mutating func straighten(_ last: Int) {
        guard last < heads.count else { return }
        let first = last << Self.chunkBits
        let elements = Array(self[first...])
        _ = UnsafeMutableBufferPointer(rebasing: storage.writable[first...]).update(fromContentsOf: elements)
        heads.removeLast()
        straightStart = first
    }

    /// Makes a chunk begin some places behind the one at which it does.
    private mutating func turn(_ chunk: Int, by places: Int) {
        heads[chunk] = UInt16((Int(heads[chunk]) + places) & (Self.chunkSize - 1))
    }
}
