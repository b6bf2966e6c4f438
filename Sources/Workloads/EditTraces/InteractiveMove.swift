import CollectionLayout

extension EditTrace {
    /// A finger takes the item in the middle of the view to within 60 pt of the end, where the content scrolls below it
    /// for 0.8 s, and back to the middle. The item goes to the place of each one that it is held over.
    static let interactiveMove = EditTrace(
        "interactive-move", "an item is dragged, the content scrolls below it at 300 to 600 pt/s",
        datasets: [.photoDays, .pinterest]
    ) { take throws(LayoutError) in
        try take.show(take.middle)
        while !take.isOver {
            let size = take.bounds.size
            let home = Point(x: size.width * take.random.uniform(0.1, 0.9), y: size.height / 2)
            let edge = size.height - take.random.uniform(0, take.engine.autoscroll.zone)
            let hold = take.steps(0.8)
            let way = take.steps(0.15)
            guard var held = take.engine.indexPathForItem(at: take.inContent(home, take.bounds)) else {
                // Between two items there is nothing to take.
                try take.show(take.scrolled(by: 10))
                continue
            }
            for step in 1...2 * way + hold {
                let progress = min(Double(min(step, 2 * way + hold - step)) / Double(way), 1)
                try take.drag(&held, to: Point(x: home.x, y: home.y + (edge - home.y) * progress))
            }
        }
    }
}

extension Recording {
    fileprivate func inContent(_ point: Point, _ bounds: Rect) -> Point {
        Point(x: bounds.x + point.x, y: bounds.y + point.y)
    }

    /// Shows a frame in which a finger holds an item at a point of the view.
    fileprivate mutating func drag(_ held: inout LayoutIndexPath, to finger: Point) throws(LayoutError) {
        let velocity = engine.autoscrollVelocity(forInteractiveMovementAt: inContent(finger, bounds))
        let bounds = scrolled(by: velocity.y * interval)
        let target = engine.targetIndexPath(
            forInteractivelyMovingItem: held, withPosition: inContent(finger, bounds))
        let changes = engine.invalidationContextForEndingInteractiveMovementOfItems(
            toFinalIndexPaths: [target], previousIndexPaths: [held], movementCancelled: false
        ).changes
        if !changes.isEmpty { held = target }
        try show(bounds, changes)
    }
}
