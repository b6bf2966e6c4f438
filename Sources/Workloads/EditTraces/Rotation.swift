import CollectionLayout

extension EditTrace {
    /// Five turns a second, flings in between; the first visible item stays where it is.
    static let rotation = EditTrace(
        "rotation", "width and height of the view swap, the anchored item stays", datasets: [.photoGrid, .photoDays]
    ) { take throws(LayoutError) in
        take.anchor = .firstVisible
        try take.show(take.middle)
        var direction = 1.0
        while !take.isOver {
            try take.fling(direction * take.random.flingSpeed(), seconds: 0.2)
            let (offset, size) = (take.bounds.origin, take.bounds.size)
            try take.show(Rect(origin: offset, size: Size(width: size.height, height: size.width)))
            direction = -direction
        }
    }
}
