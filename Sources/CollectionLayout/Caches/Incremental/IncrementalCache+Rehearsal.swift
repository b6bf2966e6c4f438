extension IncrementalCache {
    /// Has done what else the first edit of a section waits for: inserts an item at its head and deletes it again.
    ///
    /// Of rows that an edit makes wrap anew for the rest of the section, their chains are known from then on; see
    /// ``IncrementalCache``. To be called where nobody waits, such as after ``prepare(_:)`` in the background. All answers stay
    /// as they are. O(items) the first time, O(B + log n) else; nothing is done where items are all alike, or where a layout
    /// does not place rows.
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``, if another item would not fit.
    /// - Precondition: the section exists.
    public mutating func rehearseEdits(ofSection section: Int) throws(LayoutError) {
        let items = content.sections[section]
        guard items.count > 0, !items.isUniform, content.layout(ofSection: section).placesRows else { return }
        try apply(.insertItems(section: section, at: 0, content.items(section, 0..<1)))
        try apply(.deleteItems(section: section, 0..<1))
    }
}
