import CollectionLayout

extension Dataset {
    /// Asks for lanes in turn: what is inserted sends all that follow to the next lane.
    ///
    /// Aspect ratios (width / height) are uniform between those of a whole figure, 0.4, and of a detail, 1.25.
    static let lookbook = Dataset(
        "lookbook", "one section of pictures in 3 lanes in turn, aspect ratios from 0.4 to 1.25",
        layoutID: StaggeredLayout.id, bytesPerItem: 8
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let staggered = try content.addLayout(
            StaggeredLayout(laneCount: 3, insets: EdgeInsets(all: 8), lineSpacing: 8, itemSpacing: 8))
        try content.appendSection(layout: staggered, values: values(n) { _ in random.uniform(0.4, 1.25) })
        return content
    }
}
