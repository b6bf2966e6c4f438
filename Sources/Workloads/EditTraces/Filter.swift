import CollectionLayout

extension EditTrace {
    /// Five times a second: what is found is shown from its beginning, and when the filter goes, the view returns to where
    /// it was.
    static let filter = EditTrace(
        "filter", "90 % of the items are deleted in one transaction, and inserted again in another one",
        datasets: [.chat]
    ) { take throws(LayoutError) in
        let hide = try take.deletions(part: 0.9)
        // Deletions go from back to front, so that their paths are those of the original.
        let restore = hide.reversed().map { $0.reversal(in: take.original) }
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
}
