import CollectionLayout

extension EditTrace {
    /// The height that all rows have until they are seen, in points: that of a row of UITableView.
    private static let estimatedLength = 44.0

    /// Flings to and fro from the middle. All rows begin with the same height and take their own ones as they are seen; the
    /// first row of the frame before stays where scrolling has taken it, as those above it grow. The edits of a frame are
    /// those that it takes until no estimate is left in the view.
    static let selfSizing = EditTrace(
        "self-sizing", "flings during which every newly visible row changes from an estimated height to its own",
        datasets: [.chat], start: { content throws(LayoutError) in try content.uniform([estimatedLength]) }
    ) { take throws(LayoutError) in
        try take.show(take.middle)
        try take.measureVisibleRows()
        var direction = -1.0
        while !take.isOver {
            let velocity = direction * take.random.flingSpeed()
            let seconds = take.random.uniform(0.3, 1)
            try take.fling(velocity, seconds: seconds) { take, bounds throws(LayoutError) in
                take.anchor = take.visibleRows.first.map { .element($0.id) } ?? .none
                try take.show(bounds)
                try take.measureVisibleRows()
            }
            direction = take.random.unit() < 0.5 ? -1 : 1
        }
    }
}

extension Recording {
    /// In their order.
    fileprivate var visibleRows: [LayoutAttributes] {
        engine.layoutAttributesForElements(in: bounds).filter { $0.id.kind == .cell }
    }

    /// Gives the visible rows the heights that the dataset says, until all have them.
    fileprivate mutating func measureVisibleRows() throws(LayoutError) {
        guard !frames.isEmpty else { return }
        while true {
            var changes: [Change] = []
            for row in visibleRows {
                let path = row.indexPath
                var preferred = row
                preferred.size.height = original.value(section: path.section, item: path.item)[0]
                changes +=
                    engine.invalidationContext(forPreferredLayoutAttributes: preferred, withOriginalAttributes: row)
                    .changes
            }
            if changes.isEmpty { return }
            try amend(changes)
        }
    }
}
