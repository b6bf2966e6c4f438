import CollectionLayout

extension EditTrace {
    /// The columns of a grid go from 3 over 5 to 7 within a second and back, by fractions: squares shrink until one more
    /// fits. Every frame lays out everything; the first item of the middle row stays where it is.
    static let pinchColumns = EditTrace(
        "pinch-columns", "3, 5, 7 columns and back by fractions, a full layout each frame", datasets: [.photoGrid],
        start: { content throws(LayoutError) in try content.uniform([3, 1]) }
    ) { take throws(LayoutError) in
        try take.show(take.middle)
        let half = take.steps(1)
        while !take.isOver {
            let view = take.bounds
            let row = Rect(x: view.x, y: view.y + view.height / 2, width: view.width, height: 3)
            take.anchor =
                (take.engine.layoutAttributesForElements(in: row).first?.id).map(ScrollAnchor.element) ?? .none
            for step in 1...2 * half where !take.isOver {
                let columns = 3 + 4 * Double(min(step, 2 * half - step)) / Double(half)
                try take.show(take.bounds, content: take.original.uniform([columns, 1]))
            }
        }
    }
}
