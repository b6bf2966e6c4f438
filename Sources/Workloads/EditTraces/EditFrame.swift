import CollectionLayout

/// One frame of a trace with edits: what happens between the frame before and this one.
public struct EditFrame: Sendable {
    /// Seconds since the trace began.
    public let time: Double
    /// Where scrolling has come to and how large the view is, before the edits.
    public let bounds: Rect
    /// What keeps its place on the screen through the edits.
    public let anchor: ScrollAnchor
    /// What is laid out from now on in place of the content, if anything.
    public let content: Content?
    /// The edits, applied at once.
    public internal(set) var changes: [Change]
    /// The bounds that are shown: the anchor may have moved the content offset.
    public internal(set) var shown: Rect

    /// Brings an engine from the frame before to this one: scrolls, edits and lays out what that invalidates.
    ///
    /// - Complexity: that of preparing if the size of the view or the content is another one, else that of the edits.
    /// - Throws: ``CollectionLayout/LayoutError``.
    public func apply<Cache: AttributeCache>(
        to engine: inout CollectionLayoutEngine<Cache>
    ) throws(LayoutError) {
        engine.bounds = bounds
        engine.anchor = anchor
        if let content { engine.reloadData(content) }
        if !changes.isEmpty {
            var context = InvalidationContext()
            context.changes = changes
            engine.invalidateLayout(with: context)
        }
        try engine.prepare()
    }
}
