import CollectionLayout

extension EditTrace {
    /// One to three messages come in a quarter of the frames; the end of the content stays at the end of the view.
    static let liveAppend = EditTrace(
        "live-append", "messages are appended while the view is pinned to the end", datasets: [.chat]
    ) { take throws(LayoutError) in
        take.anchor = .end
        while !take.isOver {
            let end = take.scrolled(by: take.engine.collectionViewContentSize.height)
            guard take.random.unit() < 0.25 else {
                try take.show(end)
                continue
            }
            let messages = take.newItems(1 + take.random.index(below: 3))
            let section = take.engine.content.sections.count - 1
            let count = Int(take.engine.content.sections[section].count)
            try take.show(end, [.insertItems(section: section, at: count, messages)])
        }
    }
}
