import CollectionLayout

extension EditTrace {
    /// Five times a second: what is found is shown from its beginning, and when the filter goes, the view returns to where
    /// it was.
    static let filter = EditTrace(
        "filter", "90 % of the items are deleted in one transaction, and inserted again in another one",
        datasets: [.chat]
    ) { take throws(LayoutError) in
        let hide = try take.deletions(part: 0.9)
        let restore = take.insertions(undoing: hide)
        try take.show(take.middle)
        while !take.isOver {
            try take.fling(take.random.flingSpeed(), seconds: 0.1)
            let home = take.bounds
            try take.show(Rect(origin: .zero, size: home.size), hide)
            try take.fling(take.random.flingSpeed(), seconds: 0.1)
            try take.show(home, restore)
        }
    }
}

extension Recording {
    /// The edits of a transaction that deletes a part of the items, drawn at random.
    fileprivate mutating func deletions(part: Double) throws(LayoutError) -> [Change] {
        var paths: [LayoutIndexPath] = []
        for (section, description) in original.sections.enumerated() {
            for item in 0..<Int(description.count) where random.unit() < part {
                paths.append(LayoutIndexPath(item: item, section: section))
            }
        }
        var transaction = Transaction()
        transaction.deleteItems(at: paths)
        return try transaction.changes(in: original)
    }

    /// The edits that insert the items again. Deletions go from back to front, so their paths are those of the original.
    fileprivate func insertions(undoing deletions: [Change]) -> [Change] {
        deletions.reversed().map { deletion in
            guard case .deleteItems(let section, let items) = deletion else { return deletion }
            let width = original.fold(ofSection: section).valueNames.count
            let values = items.flatMap { item in
                let value = original.value(section: section, item: item)
                return (0..<width).map { value[$0] }
            }
            return .insertItems(section: section, at: items.lowerBound, .each(count: items.count, values: values))
        }
    }
}
