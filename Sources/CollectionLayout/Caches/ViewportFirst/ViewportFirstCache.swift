/// Only what is shown at first; the rest is estimated, and laid out in slices.
///
/// ``prepare(_:showing:)`` lays out 1,024 items at the beginning and what is shown. From then on
/// - the beginning is exact as far as it has been laid out, and grows with ``layOutMore(items:showing:keeping:)``;
/// - what is shown is laid out from the exact beginning, if it is near to that, else from the beginning of a section or,
///   more than 1,024 items into a section, as if the items before were not there. So frames of a section that is
///   shown from its beginning are exact in section coordinates, while its offset is an estimate; in the middle of a
///   longer one, rows and lanes are provisional until the exact beginning has come there;
/// - all else is estimated: a section counts as one item more, and an item is as long as those of the exact beginning
///   are on average. Lengths are estimated alike however long they are, so offsets never decrease.
///
/// Rect queries find what has been shown, and what reaches there from sections that are exact; look-ups answer for every
/// element. Once all is laid out, ``isComplete``, the cache is a ``CheckpointCache``, and so are its answers to the last bit.
///
/// Prepare and the first query O(elements in three viewports + 1,024), whatever the number of items and sections;
/// O(sections) more for a content that has been edited. That takes layouts which put items one after the other: a section
/// in which items stand anywhere, on a circle, in a calendar or in a free form, is laid out as a whole. Items of no length
/// all stand in one viewport. What reaches out of its section, as an item larger than its circle does, is found elsewhere
/// once that section is exact.
///
/// An edit before completion is as good as any other, but estimates begin anew if it strikes what has been laid out, and
/// everything is laid out first if it strikes a section whose items keep their lanes, as these have to be known.
///
/// A content that is too long cannot be refused before its length is known: the first
/// ``layOutMore(items:showing:keeping:)`` after the section that is too long has been reached throws, and so does every
/// further one. What is shown stays.
public struct ViewportFirstCache: AttributeCache {
    /// Items at the beginning from which the average is taken at first, and the most that are laid out on the way from the
    /// exact beginning, or from a section's beginning, to what is shown: as long as 10 to 20 µs take.
    package static let nearby = 1024

    /// What has been laid out exactly.
    private(set) var laid = CheckpointCache()
    private(set) var frontier = CheckpointCache.Frontier()
    /// What is shown, and whether it begins behind what is laid out exactly; nil until there is any, and in the end.
    var shown: ShownItems?
    var isProvisional = false
    /// The length of all sections, as far as known.
    private(set) var length = 0.0
    /// The number of items before each section.
    private(set) var itemsBefore: [Int] = []
    private var failure: LayoutError?

    /// Whether everything is laid out and nothing estimated.
    public private(set) var isComplete = true
    /// How many items have been placed since the content was prepared, those of ``prepare(_:)`` aside.
    public private(set) var itemsPlaced = 0

    /// A cache of nothing.
    public init() {}

    private init(unlaid content: Content) throws(LayoutError) {
        laid = CheckpointCache(unlaid: content)
        itemsBefore = content.itemsBefore
        isComplete = false
        lay(Self.nearby)
        if let failure { throw failure }
    }

    /// Lays out everything. O(n).
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        var next = CheckpointCache()
        try next.prepare(content)
        self = ViewportFirstCache()
        laid = next
    }

    /// Lays out what is in a rect, a viewport to either side of it and a little at the beginning of the content.
    public mutating func prepare(_ content: Content, showing rect: Rect) throws(LayoutError) {
        var next = try ViewportFirstCache(unlaid: content)
        _ = next.show(rect, keeping: nil)
        self = next
        changed()
    }

    /// Lays out more of the beginning.
    private mutating func lay(_ count: Int) {
        guard failure == nil else { return }
        let before = laid.outlines.itemCount
        do { try laid.lay(count, behind: &frontier) } catch { failure = error }
        itemsPlaced += laid.outlines.itemCount - before
        if frontier.section == laid.content.sections.count {
            shown = nil
            itemsBefore = []
            isComplete = true
        } else {
            length = estimatedLength
        }
    }

    /// Lays out at least so many more items, up to the end of their block, and what is to be shown.
    public mutating func layOutMore(
        items: Int, showing rect: Rect, keeping id: ElementID?
    ) throws(LayoutError) -> Double {
        guard !isComplete else { return 0 }
        if let failure { throw failure }
        defer { changed() }
        let kept = target(in: rect, keeping: id)
        lay(items)
        if isProvisional, let start = shown?.start {
            let gap = unit(start) - laidUnits
            if gap > 0 { shown!.move(by: laidLength + estimate(gap) - shown!.begin) } else { shown = nil }
            length = estimatedLength
        }
        let distance = y(of: kept) - kept.y
        return distance + show(rect.offset(x: 0, y: distance), keeping: id ?? kept.id)
    }

    /// Makes sure that a rect has been laid out, as far as it lies within the content.
    public mutating func show(_ rect: Rect, keeping id: ElementID?) -> Double {
        // Nothing meets a rect that is nowhere.
        guard !isComplete, shown?.covers(rect) != true, rect.minY <= rect.maxY else { return 0 }
        defer { changed() }
        let target = target(in: rect, keeping: id)
        while !isLaid(target.place) {
            if !isNearby(target.place), let distance = showProvisionally(rect, target) { return distance }
            lay(unit(target.place) - laidUnits + 1)
        }
        let distance = y(of: target, in: nil) - target.y
        if !isComplete { showExactly(rect.offset(x: 0, y: distance)) }
        return distance
    }

    private func isLaid(_ place: LayoutIndexPath) -> Bool { isComplete || unit(place) < laidUnits }

    /// Whether a place can be laid out exactly at little cost.
    private func isNearby(_ place: LayoutIndexPath) -> Bool { failure == nil && unit(place) < laidUnits + Self.nearby }

    /// Lays out a rect that begins within what has been laid out.
    private mutating func showExactly(_ rect: Rect) {
        let near = rect.minY - rect.height
        let start = laidPlace(reaching: near)
        let isBeginning = start == LayoutIndexPath(item: 0, section: 0)
        var next = ShownItems(
            content, from: start, at: laid.outlines[start.section].offset, laidState(before: start),
            near: isBeginning ? -.infinity : near)
        next.extend(content, past: start, to: rect.maxY + rect.height)
        itemsPlaced += next.count
        shown = next
        isProvisional = false
        length = estimatedLength
    }

    /// Lays out a rect far behind what has been laid out, so that a target stands where it should.
    ///
    /// - Returns: How far the target is from there nevertheless; nil if the rect is not that far behind after all.
    private mutating func showProvisionally(_ rect: Rect, _ target: Target) -> Double? {
        let above = target.y - rect.minY + rect.height
        // The average may mislead: too few are found out, so too many are not tried first.
        var back = min(units(in: above), Self.nearby)
        while true {
            let start = provisionalStart(unit(target.place) - back, target.place)
            if isNearby(start) { return nil }
            var next = ShownItems(content, from: start, at: 0, nil)
            next.extend(content, past: target.place, to: -.infinity)
            if y(of: target, in: next) - next.begin < above, back < unit(target.place) {
                itemsPlaced += next.count
                back = max(2 * back, 16)
                continue
            }
            var distance = 0.0
            next.move(by: target.y - y(of: target, in: next))
            if next.begin < laidLength {
                distance = laidLength + estimate(max(unit(start) - laidUnits, 0)) - next.begin
                next.move(by: distance)
            }
            next.extend(content, past: target.place, to: rect.maxY + distance + rect.height)
            itemsPlaced += next.count
            shown = next
            isProvisional = true
            length = estimatedLength
            return distance
        }
    }

    /// Where to begin in order to show a place: the same item as before if that will do, so that rows and lanes stay.
    private func provisionalStart(_ first: Int, _ place: LayoutIndexPath) -> LayoutIndexPath {
        if isProvisional, let shown, unit(shown.start) <= first, unit(place) - unit(shown.start) <= 2 * Self.nearby {
            return shown.start
        }
        var start = self.place(atUnit: first)
        let layout = content.layout(ofSection: start.section)
        if start.item <= Self.nearby || layout.positionCount == 0 {
            start.item = 0
        } else {
            // Lanes that are filled in turn begin with the first one.
            start.item -= start.item % layout.laneCount
        }
        return start
    }

    /// Applies edits, all or none; see ``ViewportFirstCache``.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) {
        defer { changed() }
        guard !isComplete else { return try laid.apply(changes) }
        if failure == nil,
            Change.editedSections(changes, among: content.sections.count).contains(where: {
                content.layout(ofSection: $0).keepsLanes
            })
        {
            var (whole, end) = (laid, frontier)
            // What cannot be laid out has no lanes to keep.
            if (try? whole.lay(.max, behind: &end)) != nil {
                try whole.apply(changes)
                let placed = itemsPlaced + whole.outlines.itemCount - laid.outlines.itemCount
                self = ViewportFirstCache()
                laid = whole
                itemsPlaced = placed
                return
            }
        }
        let isBehind = failure == nil && changes.allSatisfy(isBehindFrontier)
        let undo = try laid.content.apply(changes)
        if isBehind {
            // Nothing is answered under a version until all is laid out, but then a copy must not answer for this one.
            laid.version = CacheVersion()
            shown = nil
            itemsBefore = content.itemsBefore
            length = estimatedLength
            return
        }
        do {
            let placed = itemsPlaced
            self = try ViewportFirstCache(unlaid: content)
            itemsPlaced += placed
        } catch {
            laid.content.revert(undo)
            throw error
        }
    }

    /// Whether an edit leaves what has been laid out as it is.
    private func isBehindFrontier(_ change: Change) -> Bool {
        guard let first = change.firstItem, first.section >= frontier.section else { return false }
        guard first.section == frontier.section, frontier.item > 0 else { return true }
        let layout = content.layout(ofSection: frontier.section)
        let place = LayoutIndexPath(item: frontier.item, section: frontier.section)
        guard layout.placesRunsAlone, var state = laidState(before: place) else { return false }
        return state.withUnsafeMutableBufferPointer {
            frontier.item + layout.fold.lookahead(FoldState($0.baseAddress!, count: $0.count)) <= first.item
        }
    }

    /// Notes it in the content.
    public mutating func setViewportLength(_ length: Double) -> Bool { laid.setViewportLength(length) }

    /// Another one after each change; nil until all is laid out.
    public var version: CacheVersion? { isComplete ? laid.version : nil }

    /// What was prepared, with the edits applied since.
    public var content: Content { laid.content }

    /// The extent of all elements, in layout space and points; an estimate until all is laid out.
    public var contentSize: Size {
        guard !isComplete else { return laid.contentSize }
        return Size(width: max(laid.contentSize.width, shown?.breadth ?? 0), height: length)
    }

    /// The number of elements.
    public var elementCount: Int { content.itemCount + content.supplementaryCount }

    /// Bytes held.
    public var byteCount: Int {
        laid.byteCount + (shown?.byteCount ?? 0) + itemsBefore.count * MemoryLayout<Int>.stride
    }

    /// Finds what has been shown, and what reaches there from sections that are exact.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        if isComplete {
            laid.search(rect, into: &sink, counting: &counter)
        } else if let shown {
            shown.search(rect, into: &sink, counting: &counter)
            // Sections that are exact may reach into the rect from afar: those behind what is shown, or before what is provisional.
            let behind = isProvisional ? 0 : shown.next.section + (shown.next.item > 0 ? 1 : 0)
            laid.search(rect, in: behind..<max(behind, frontier.section), into: &sink, counting: &counter)
        }
    }

    /// Those of a ``CheckpointCache`` once all is laid out; until then, that what is shown lies behind what it follows.
    public func checkInvariants() {
        guard !isComplete else { return laid.checkInvariants() }
        guard let shown else { return }
        precondition(!isProvisional || shown.begin >= laidLength, "shown items before those that precede them")
        precondition(length >= shown.end, "a content that ends before what is shown")
    }
}

extension Change {
    /// The first item that an edit of items touches; what stands before it keeps its name. Nil for edits of sections.
    fileprivate var firstItem: LayoutIndexPath? {
        switch self {
        case .resize(let section, let item, _), .insertItems(let section, let item, _):
            LayoutIndexPath(item: item, section: section)
        case .deleteItems(let section, let range): LayoutIndexPath(item: range.lowerBound, section: section)
        case .resizeSection(let section, _, _): LayoutIndexPath(item: 0, section: section)
        case .moveItem(let from, let to): min(from, to)
        case .insertSection, .deleteSection, .moveSection, .replaceSection: nil
        }
    }
}
