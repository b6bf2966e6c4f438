/// A cache strategy: how the frames of a laid out content are kept and found.
///
/// A new strategy is one file with one conforming type and one line in ``CacheStrategy/all``; tests and benchmarks pick
/// it up from there. All rectangles are in layout space (``Axis``). A prepared cache can be queried from several threads
/// at once; preparing and applying changes are exclusive.
public protocol AttributeCache: Sendable {
    /// A cache of nothing.
    init()

    /// Lays out a content and keeps its frames. If it throws, the cache answers as before.
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``.
    mutating func prepare(_ content: Content) throws(LayoutError)

    /// Lays out a content, or at first only what is in a rect and what the strategy needs to estimate the rest by: then
    /// ``isComplete`` is false, and ``show(_:keeping:)`` and ``layOutMore(items:showing:keeping:)`` do the rest. Only
    /// strategies that say so put anything off.
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``, as far as that is known.
    mutating func prepare(_ content: Content, showing rect: Rect) throws(LayoutError)

    /// Whether everything is laid out; else answers about the rest are estimates, and searches find what has been shown.
    var isComplete: Bool { get }

    /// Makes sure that searches find what is in a rect; does nothing if everything is laid out.
    ///
    /// - Parameters:
    ///   - rect: What is to be shown.
    ///   - id: What is to stay where it is; nil stands for the first item in the rect that has been shown before, or else
    ///     for what is estimated to be in the rect.
    /// - Returns: How far it has moved along the axis nevertheless, because estimates have become exact. What has been asked
    ///   for is in the rect moved by as much: whoever looks at it follows.
    mutating func show(_ rect: Rect, keeping id: ElementID?) -> Double

    /// Lays out about so many more items, and shows a rect; does nothing if everything is laid out.
    ///
    /// - Parameters:
    ///   - items: What a slice of the work comes to.
    ///   - rect: What is to be shown.
    ///   - id: What is to stay where it is; see ``show(_:keeping:)``.
    /// - Returns: How far that has moved along the axis nevertheless; see ``show(_:keeping:)``.
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``.
    mutating func layOutMore(
        items: Int, showing rect: Rect, keeping id: ElementID?
    ) throws(LayoutError) -> Double

    /// Applies edits in order and lays out what they leave, all of them, or throws and answers as before.
    ///
    /// Items keep their lanes; those that are inserted or moved, and those of sections that are inserted or replaced,
    /// choose lanes as ``SectionFold/replace(_:of:_:in:)`` says. Only what the last edit leaves is laid out.
    mutating func apply(_ changes: [Change]) throws(LayoutError)

    /// Applies one edit whole, or throws and answers as before.
    mutating func apply(_ change: Change) throws(LayoutError)

    /// Takes another length of the viewport along the axis, on which no layout of the content depends: all frames stay where they are.
    ///
    /// - Returns: Whether it has; else the content is prepared again.
    mutating func setViewportLength(_ length: Double) -> Bool

    /// Another one after each change of what is found where; nil for strategies that are searched anew for each query.
    var version: CacheVersion? { get }

    /// The content that was prepared, with the edits applied since.
    var content: Content { get }

    /// The extent of all elements, in layout space and points: at least the container's breadth across, the sections' lengths along
    /// the axis.
    var contentSize: Size { get }

    /// The number of elements: items, supplementary views and decorations.
    var elementCount: Int { get }

    /// Bytes that the cache holds besides the content itself.
    var byteCount: Int { get }

    /// The frame of an element, or nil if there is none of that id.
    func frame(of id: ElementID) -> Rect?

    /// Where a section stands.
    ///
    /// - Precondition: the section exists.
    func geometry(ofSection section: Int) -> SectionGeometry

    /// Finds the elements whose frames intersect a rect, in no particular order, each once.
    ///
    /// The generic form, written once by each strategy. It allocates nothing but what the sink needs.
    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter)

    /// Searches for the elements that intersect a rect and appends them to the buffer: what a query does if the buffer does not
    /// hold the answer.
    func find(_ rect: Rect, into hits: inout HitBuffer)

    /// The same as ``find(_:into:)``, and counts what it does.
    func find(_ rect: Rect, into hits: inout HitBuffer, counting counts: inout QueryCounts)

    /// Searches for what lies around the edges of a viewport. Implemented for every strategy by ``search(_:into:counting:)``; a
    /// requirement only so that it is compiled for its type.
    func find(_ edges: inout ViewportEdges, counting counts: inout QueryCounts)

    /// Appends the elements that intersect a rect to the buffer as they stand, without depth and effects.
    func query(_ rect: Rect, into buffer: inout AttributesBuffer)

    /// The same as ``query(_:into:)``, and counts what it does.
    func query(_ rect: Rect, into buffer: inout AttributesBuffer, counting counts: inout QueryCounts)

    /// Stops the program if an internal invariant does not hold; for tests.
    func checkInvariants()
}

extension AttributeCache {
    /// Applies the edit as the only one.
    @inlinable
    public mutating func apply(_ change: Change) throws(LayoutError) { try apply([change]) }

    /// Checks the invariants in builds with the trait `InternalChecks`; called after every change.
    @inline(__always)
    func changed() {
        #if InternalChecks
            checkInvariants()
        #endif
    }

    /// Lays out everything.
    public mutating func prepare(_ content: Content, showing rect: Rect) throws(LayoutError) { try prepare(content) }

    /// Nothing is put off.
    public var isComplete: Bool { true }

    /// Does nothing.
    public mutating func show(_ rect: Rect, keeping id: ElementID?) -> Double { 0 }

    /// Does nothing.
    public mutating func layOutMore(
        items: Int, showing rect: Rect, keeping id: ElementID?
    ) throws(LayoutError) -> Double { 0 }

    /// The content is to be prepared again.
    public mutating func setViewportLength(_ length: Double) -> Bool { false }

    /// Nothing to check.
    public func checkInvariants() {}
}
