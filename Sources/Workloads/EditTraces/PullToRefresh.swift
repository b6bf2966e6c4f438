import CollectionLayout

extension EditTrace {
    /// A finger pulls for 0.2 s; as it lets go, 5 to 20 items come in front of all others, and the view bounces back.
    static let pullToRefresh = EditTrace(
        "pull-to-refresh", "the view is pulled 60 to 120 pt beyond the beginning, items are inserted there",
        datasets: [.pinterest]
    ) { take throws(LayoutError) in
        let view = take.bounds
        func pulled(_ distance: Double) -> Rect { view.offset(x: 0, y: Snapping.grain.snap(-distance)) }
        while !take.isOver {
            let depth = take.random.uniform(60, 120)
            let finger = Overscroll.finger(forDepth: depth, in: view.height)
            let pull = take.steps(0.2)
            for step in 1..<max(pull, 2) {
                let distance = finger * Double(step) / Double(pull)
                try take.show(pulled(Overscroll.depth(ofFinger: distance, in: view.height)))
            }
            let items = take.newItems(5 + take.random.index(below: 16))
            try take.show(pulled(depth), [.insertItems(section: 0, at: 0, items)])
            for step in 1...take.steps(0.8) {
                try take.show(pulled(Overscroll.bounce(from: depth, after: Double(step) * take.interval)))
            }
            for _ in 0..<take.steps(0.2) { try take.show(view) }
        }
    }
}
