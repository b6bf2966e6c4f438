/// A strategy that lays out again after edits: everything, unless its ``lay(after:)`` knows better.
protocol RelayingCache: AttributeCache {
    /// What was prepared, with the edits applied since.
    var content: Content { get set }

    /// Lays out a content and keeps its frames; changes nothing if it throws.
    ///
    /// - Parameter edits: What has become of the elements laid out so far, which then keep their lanes; nil if the content
    ///   is another one.
    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError)

    /// Lays out the content after edits that have been applied to it; changes nothing if it throws.
    mutating func lay(after changes: [Change]) throws(LayoutError)
}

extension RelayingCache {
    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        try lay(content, following: nil)
        changed()
    }

    /// Lays out again after edits, lanes kept: in O(n), unless the strategy says that it knows better.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) { try relay(changes) }

    /// Notes it in the content.
    public mutating func setViewportLength(_ length: Double) -> Bool {
        content.container.viewportLength = length
        return true
    }

    mutating func lay(after changes: [Change]) throws(LayoutError) {
        try lay(content, following: ElementMap(changes))
    }

    /// Applies edits and lays out what they leave, or does neither.
    mutating func relay(_ changes: [Change]) throws(LayoutError) {
        let takeBack: (inout Self) -> Void
        if changes.count < Content.manyEdits {
            let undo = try content.apply(changes)
            takeBack = { $0.content.revert(undo) }
        } else {
            let former = content
            content = try former.applying(changes)
            takeBack = { $0.content = former }
        }
        do {
            try lay(after: changes)
        } catch {
            takeBack(&self)
            throw error
        }
        changed()
    }
}
