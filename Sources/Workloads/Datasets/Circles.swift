import CollectionLayout

/// Items on a circle, whose order along the axis turns twice, and of which one that comes or goes moves all.
extension Dataset {
    /// All items are in sight: k = n.
    static let circleRim = Dataset(
        "circle-rim", "all items on the rim of a circle in one viewport", layoutID: CircleLayout.id, bytesPerItem: 0,
        largestCount: 1_000_000
    ) { n, _ throws(LayoutError) in
        try circle(n, in: bounds)
    }

    /// Most viewports show nothing, and few of the others much; of two arcs at the same height one is elsewhere.
    static let wideCircle = Dataset(
        "wide-circle", "items on a circle of a radius of 1e6 pt", layoutID: CircleLayout.id,
        bytesPerItem: 0
    ) { n, _ throws(LayoutError) in
        try circle(n, in: Size(width: 2e6 + itemSide, height: 2e6 + itemSide))
    }

    private static let itemSide = 40.0

    /// As many items as there are, on a circle that touches the edges of some bounds from inside.
    private static func circle(_ n: Int, in bounds: Size) throws(LayoutError) -> Content {
        var content = try Content(bounds: bounds)
        let layout = try content.addLayout(CircleLayout(itemSide: itemSide))
        try content.appendUniformSection(layout: layout, count: n, value: [])
        return content
    }
}
