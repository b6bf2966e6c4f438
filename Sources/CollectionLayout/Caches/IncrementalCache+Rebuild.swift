extension IncrementalCache: RelayingCache {
    /// Applies edits. O(B + log n) for a single resize where the layout converges, else O(n): lays out all again.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) {
        if changes.count == 1, case .resize(let section, let item, let value) = changes[0] {
            try resize(section, item, to: value)
        } else {
            try relay(changes)
        }
    }

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var next = IncrementalCache()
        try next.lay(content, edits.map { ($0, { [self] in frames[entries[$0].firstItem + $1] }) })
        self = next
    }
}
