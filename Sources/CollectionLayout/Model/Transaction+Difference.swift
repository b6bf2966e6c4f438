/// What the difference of two lists of identifiers says: one of what there is before the transaction, and one of what there is
/// to be after it.
extension Transaction {
    /// Deletes, moves and inserts items of a section. Complexity: O(changes).
    ///
    /// What moves is deleted and inserted, so that another item appears, unless `inferringMoves()` is asked of the difference.
    /// Items that are in both lists keep their values: ``resizeItem(at:to:)`` gives them others.
    ///
    /// - Parameters:
    ///   - section: The section, by its index before the transaction.
    ///   - index: Its index after the transaction; nil if that is the same one.
    ///   - difference: Between identifiers of the items, one each.
    ///   - values: The values of a new item, as many as its layout takes.
    /// - Throws: What `values` throws; the transaction then stays as it was.
    public mutating func changeItems<ID, Failure: Error>(
        ofSection section: Int, now index: Int? = nil, by difference: CollectionDifference<ID>,
        values: (ID) throws(Failure) -> [Double]
    ) throws(Failure) {
        var next = self
        let index = index ?? section
        for (item, place) in difference.removed {
            let path = LayoutIndexPath(item: item, section: section)
            if let place {
                next.moveItem(from: path, to: LayoutIndexPath(item: place, section: index))
            } else {
                next.deleteItems(at: [path])
            }
        }
        // Neighbours with as many values are inserted together: what one has too few is not made up for by another one.
        var run = (items: 0..<0, width: 0, values: [Double]())
        func insertRun() {
            guard !run.items.isEmpty else { return }
            next.insertItems(
                .each(count: run.items.count, values: run.values),
                at: LayoutIndexPath(item: run.items.lowerBound, section: index))
        }
        for (item, id) in difference.inserted {
            let own = try values(id)
            if item != run.items.upperBound || own.count != run.width {
                insertRun()
                run = (item..<item, own.count, [])
            }
            run.items = run.items.lowerBound..<item + 1
            run.values += own
        }
        insertRun()
        self = next
    }

    /// Deletes, moves and inserts sections; see ``changeItems(ofSection:now:by:values:)`` for the items of those that stay.
    /// Complexity: O(changes).
    ///
    /// - Parameters:
    ///   - difference: Between identifiers of the sections, one each.
    ///   - description: What a new section is.
    /// - Throws: What `description` throws; the transaction then stays as it was.
    public mutating func changeSections<ID, Failure: Error>(
        by difference: CollectionDifference<ID>, description: (ID) throws(Failure) -> SectionDescription
    ) throws(Failure) {
        var next = self
        for (section, place) in difference.removed {
            if let place { next.moveSection(from: section, to: place) } else { next.deleteSections([section]) }
        }
        for (section, id) in difference.inserted { next.insertSection(try description(id), at: section) }
        self = next
    }
}

extension CollectionDifference {
    /// What goes, and where it goes if that is elsewhere; ascending.
    fileprivate var removed: [(place: Int, newPlace: Int?)] {
        removals.compactMap { if case .remove(let place, _, let newPlace) = $0 { (place, newPlace) } else { nil } }
    }

    /// What comes that was not there before, ascending.
    fileprivate var inserted: [(place: Int, element: ChangeElement)] {
        insertions.compactMap { if case .insert(let place, let element, nil) = $0 { (place, element) } else { nil } }
    }
}
