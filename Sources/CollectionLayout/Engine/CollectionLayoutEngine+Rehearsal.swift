extension CollectionLayoutEngine<IncrementalCache> {
    /// Has done what else the first edit of a section waits for; see ``IncrementalCache/rehearseEdits(ofSection:)``. Not for
    /// engines that wait for ``prepare()``: they lay out anew.
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``, if another item would not fit.
    /// - Precondition: the section exists.
    public mutating func rehearseEdits(ofSection section: Int) throws(LayoutError) {
        try cache.rehearseEdits(ofSection: section)
    }
}
