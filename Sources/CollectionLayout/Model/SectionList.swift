/// The sections of a ``Content`` in order.
///
/// Elements are found in O(1), and come and go in O(√count), about: a tiered vector (Goodrich, Kloss: Tiered vectors, 1999), whose
/// chunks are rings. Where an element comes, those behind it in its chunk move by one, and of each chunk behind that one the last
/// element becomes the first of the next chunk, for which no other one moves.
public struct SectionList: RandomAccessCollection, Hashable, Sendable {
    /// A chunk has 2^10 elements.
    private static let chunkBits = 10
    private static var chunkSize: Int { 1 << chunkBits }

    /// Chunk by chunk.
    private var storage: [Section] = []
    /// At which of its places each chunk begins: the last one, unless it is full, at the first.
    private var heads: [UInt16] = []

    /// No sections.
    init() {}

    /// The position of the first section.
    public var startIndex: Int { 0 }
    /// The position behind the last section.
    public var endIndex: Int { storage.count }

    /// Where an element stands.
    @inline(__always)
    private func place(_ position: Int) -> Int {
        let chunk = position &>> Self.chunkBits
        return chunk &<< Self.chunkBits | (position &+ Int(heads[chunk])) & (Self.chunkSize &- 1)
    }

    /// The section at a position.
    ///
    /// - Precondition: there is one.
    public internal(set) subscript(position: Int) -> Section {
        @inline(__always) get { storage[place(position)] }
        @inline(__always) set { storage[place(position)] = newValue }
    }

    /// Appends a section. O(1) amortised.
    mutating func append(_ section: Section) { insert(section, at: count) }

    /// Inserts a section before the one at a position. O(√count), about.
    mutating func insert(_ section: Section, at position: Int) {
        let last = count >> Self.chunkBits
        if last == heads.count { heads.append(0) }
        let chunk = position >> Self.chunkBits
        guard chunk < last else { return storage.insert(section, at: position) }
        let end = (chunk + 1) << Self.chunkBits
        var carried = self[end - 1]
        for next in (position..<end - 1).reversed() { self[next + 1] = self[next] }
        self[position] = section
        for chunk in chunk + 1..<last {
            heads[chunk] = (heads[chunk] &- 1) & UInt16(Self.chunkSize - 1)
            swap(&storage[place(chunk << Self.chunkBits)], &carried)
        }
        storage.insert(carried, at: last << Self.chunkBits)
    }

    /// Removes a section. O(√count), about.
    @discardableResult
    mutating func remove(at position: Int) -> Section {
        let last = (count - 1) >> Self.chunkBits
        straighten(last)
        let chunk = position >> Self.chunkBits
        var carried = storage.remove(at: chunk < last ? last << Self.chunkBits : position)
        if storage.count == last << Self.chunkBits { heads.removeLast() }
        guard chunk < last else { return carried }
        for chunk in (chunk + 1..<last).reversed() {
            swap(&storage[place(chunk << Self.chunkBits)], &carried)
            heads[chunk] = (heads[chunk] + 1) & UInt16(Self.chunkSize - 1)
        }
        let removed = self[position]
        let end = (chunk + 1) << Self.chunkBits
        for next in position..<end - 1 { self[next] = self[next + 1] }
        self[end - 1] = carried
        return removed
    }

    /// Makes a chunk begin at its first place.
    private mutating func straighten(_ chunk: Int) {
        guard heads[chunk] > 0 else { return }
        let first = chunk << Self.chunkBits
        let elements = (first..<Swift.min(first + Self.chunkSize, count)).map { self[$0] }
        storage.replaceSubrange(first..<first + elements.count, with: elements)
        heads[chunk] = 0
    }

    /// Whether the same sections stand in the same order.
    public static func == (list: SectionList, other: SectionList) -> Bool { list.elementsEqual(other) }

    /// Hashes the sections in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for section in self { hasher.combine(section) }
    }
}
