/// Which element is which before and after edits.
///
/// Look-ups are O(log edits). Elements that were inserted have no name before, those that were deleted none after; a
/// section that was replaced is another one. Headers, footers and decorations go with their section.
public struct ElementMap: Hashable, Sendable {
    /// Sections have the source 0, or one below 0 if they are new: a different one each.
    private var sections = PieceList(source: 0)
    /// The items of sections whose items were edited, by the section's key: its former index, or its source if it is new.
    private var items: [Int: PieceList] = [:]
    private var newSectionCount = 0
    /// Where pieces stand now, in the order of where they come from: of sections, and of items of edited sections.
    private var formerSections: [Origin] = []
    private var formerItems: [Origin] = []

    /// A piece seen from where it was.
    private struct Origin: Hashable, Sendable {
        var source: Int
        var first: Int
        var count: Int
        /// The key of the section where it is, 0 for a piece of sections, and its position there.
        var key: Int
        var start: Int
    }

    /// The map of edits that have been applied in order.
    ///
    /// - Complexity: O(edits · log edits) where they strike from one end to the other, at random places O(edits · √edits).
    public init(_ changes: [Change] = []) {
        for change in changes { follow(change) }
        sections.finish()
        for key in items.keys { items[key]?.finish() }
        formerSections = sections.pieces.map {
            Origin(source: $0.source, first: $0.first, count: $0.count, key: 0, start: $0.start)
        }
        for (key, list) in items {
            for piece in list.pieces where piece.source >= 0 {
                formerItems.append(
                    Origin(source: piece.source, first: piece.first, count: piece.count, key: key, start: piece.start))
            }
        }
        formerSections.sort { ($0.source, $0.first) < ($1.source, $1.first) }
        formerItems.sort { ($0.source, $0.first) < ($1.source, $1.first) }
    }

    private mutating func follow(_ change: Change) {
        switch change {
        case .resize, .resizeSection: break
        case .insertItems(let section, let item, let new):
            edit(section) { $0.insert(.new(new.count), at: item) }
        case .deleteItems(let section, let range):
            edit(section) { $0.remove(range) }
        case .moveItem(let from, let to):
            var piece = edit(from.section) { $0.take(from.item) }
            piece.isMoved = true
            edit(to.section) { $0.insert(piece, at: to.item) }
        case .insertSection(let section, _): insertSection(at: section)
        case .deleteSection(let section): deleteSection(section)
        case .moveSection(let from, let to):
            var piece = sections.take(from)
            piece.isMoved = true
            sections.insert(piece, at: to)
        case .replaceSection(let section, _):
            deleteSection(section)
            insertSection(at: section)
        }
    }

    /// The key of a section.
    private static func key(_ section: PieceList.Piece) -> Int { section.source < 0 ? section.source : section.first }

    /// The key of the section that stands at an index after all edits.
    private func key(ofSection index: Int) -> Int { Self.key(sections[index]) }

    private mutating func edit<Result>(_ section: Int, _ body: (inout PieceList) -> Result) -> Result {
        let key = Self.key(sections.element(at: section))
        return body(&items[key, default: PieceList(source: key)])
    }

    private mutating func insertSection(at index: Int) {
        newSectionCount += 1
        var piece = PieceList.Piece.new(1)
        piece.source = -newSectionCount
        sections.insert(piece, at: index)
    }

    private mutating func deleteSection(_ index: Int) {
        items[Self.key(sections.take(index))] = nil
    }

    /// What an element from before the update is called after it; nil if it was deleted, or if no element can be called so.
    public func new(of old: ElementID) -> ElementID? {
        // Below 0 are the keys of new sections.
        guard old.section >= 0 else { return nil }
        let section = Int(old.section)
        var key = section
        var item = Int(old.item)
        if old.kind == .cell {
            if let origin = Self.find(section, item, in: formerItems) {
                key = origin.key
                item = origin.start
            } else if items[section] != nil {
                return nil
            }
        }
        let place = key < 0 ? Self.find(key, 0, in: formerSections) : Self.find(0, key, in: formerSections)
        return place.flatMap { LayoutIndexPath(item: item, section: $0.start).id(old.kind) }
    }

    /// What an element from after the update was called before it; nil if it was inserted, or if no element can be called so.
    public func old(of new: ElementID) -> ElementID? {
        guard new.section >= 0, new.item >= 0 else { return nil }
        let key = key(ofSection: Int(new.section))
        var (section, item) = (key, Int(new.item))
        if new.kind == .cell, let list = items[key] {
            let piece = list[item]
            (section, item) = (piece.source, piece.first)
        }
        return LayoutIndexPath(item: item, section: section).id(new.kind)
    }

    /// Where a section from before the update is after it; nil if it was deleted.
    func newSection(of old: Int) -> Int? {
        (new(of: ElementID(section: old, item: 0, kind: .header))?.section).map(Int.init)
    }

    /// Where a section from after the update was before it; nil if it was inserted.
    func oldSection(of new: Int) -> Int? {
        (old(of: ElementID(section: new, item: 0, kind: .header))?.section).map(Int.init)
    }

    /// Whether an item, by its name after the update, was moved on its own or with its section, away from its neighbours.
    func isMoved(_ new: ElementID) -> Bool {
        let section = sections[Int(new.section)]
        if section.isMoved { return true }
        guard new.kind == .cell, let list = items[Self.key(section)] else { return false }
        return list[Int(new.item)].isMoved
    }

    /// The origin of one element.
    private static func find(_ source: Int, _ position: Int, in origins: [Origin]) -> Origin? {
        let index = origins.partition { ($0.source, $0.first) <= (source, position) } - 1
        guard index >= 0 else { return nil }
        var origin = origins[index]
        let offset = position - origin.first
        guard origin.source == source, offset < origin.count else { return nil }
        origin.start += offset
        return origin
    }

    /// Gives the items of a section the frames they had before, for ``SectionFold/replace(_:of:_:in:)``.
    ///
    /// - Parameters:
    ///   - section: Its index after the edits.
    ///   - frames: Room for its items. What has been inserted or moved on its own gets a frame with an x that is no number.
    ///   - former: The former frame of an item, of which only x counts.
    /// - Complexity: O(items).
    public func carry(
        _ section: Int, into frames: UnsafeMutableBufferPointer<Rect>,
        from former: (_ section: Int, _ item: Int) -> Rect
    ) {
        forEachRun(ofItemsIn: section, count: frames.count) { range, origin in
            guard let origin else {
                let unplaced = Rect(x: .nan, y: .nan, width: 0, height: 0)
                UnsafeMutableBufferPointer(rebasing: frames[range]).initialize(repeating: unplaced)
                return
            }
            for position in range {
                let item = origin.item + position - range.lowerBound
                frames.initializeElement(at: position, to: former(origin.section, item))
            }
        }
    }

    /// Goes through the items of a section, run by run, with where each run stood before: what its first item was called.
    ///
    /// - Parameters:
    ///   - section: Its index after the edits.
    ///   - count: The number of its items.
    ///   - body: Gets nil for what has been inserted or moved on its own.
    func forEachRun(
        ofItemsIn section: Int, count: Int,
        _ body: (_ items: Range<Int>, _ origin: (section: Int, item: Int)?) -> Void
    ) {
        let key = key(ofSection: section)
        var item = 0
        let whole = [PieceList.Piece(count: count, source: key, first: 0)]
        for piece in items[key]?.pieces ?? whole where item < count {
            let end = min(piece.start + piece.count, count)
            let isUnplaced = piece.source < 0 || piece.isMoved
            body(item..<end, isUnplaced ? nil : (piece.source, piece.first))
            item = end
        }
    }
}
