/// The closed form of uniform sections, whose items all have the same values; what ``CheckpointCache`` keeps of the others.
///
/// A uniform section repeats itself: after some items, most often a row, its fold is where it was, moved along the axis.
/// Sections of more than 8 items that share a layout, their values and the length of their header share the frames of
/// the first items and of a period, or of some periods with about 8 items: at most a byte an item. The frames of all others
/// are those moved, and the last few are placed by the fold. No layout is known: whatever repeats within 2,000 items has a
/// closed form, as long as there are 32 items for each frame that is kept.
///
/// Prepare O(sections) for uniform ones, whatever their counts. Query O(log sections + k), look-up of a frame O(1). Items of
/// the same values may come and go in O(sections), unless they keep lanes; any other edit of a uniform section makes it
/// one of the others, which costs as much as preparing these. 16 bytes a section beside those of ``CheckpointCache``, where any
/// has a closed form.
///
/// The others, and uniform sections that do not repeat themselves (circles, lanes in the faithful mode, all that moves
/// without snapping) or have kept their lanes through an edit, are those of ``CheckpointCache``.
public struct ClosedFormCache: AttributeCache {
    private var base = CheckpointCache(seekingForms: true)

    /// A cache of nothing.
    public init() {}

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) { try base.prepare(content) }

    /// Lays out what the edits leave.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) { try base.apply(changes) }

    /// Notes it in the content.
    public mutating func setViewportLength(_ length: Double) -> Bool { base.setViewportLength(length) }

    /// Another one after each change.
    public var version: CacheVersion? { base.version }
    /// What was prepared.
    public var content: Content { base.content }
    /// The extent of all elements, in layout space and points.
    public var contentSize: Size { base.contentSize }
    /// The number of elements.
    public var elementCount: Int { base.elementCount }
    /// Bytes held.
    public var byteCount: Int { base.byteCount }

    /// The frame of an element. O(1) in a uniform section.
    public func frame(of id: ElementID) -> Rect? { base.frame(of: id) }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { base.geometry(ofSection: section) }

    /// Searches the sections, then the periods of those that can meet the rect.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        base.search(rect, into: &sink, counting: &counter)
    }

    /// Every closed form is what the fold gives; see ``CheckpointCache/checkInvariants()`` for what else is checked.
    public func checkInvariants() { base.checkInvariants() }
}
