import CollectionLayout

extension Dataset {
    /// Asks for the closed form of a uniform section, against stored frames.
    static let photoGrid = Dataset(
        "photo-grid", "one section of equal squares, 3 to 7 columns by seed", layoutID: GridLayout.id, bytesPerItem: 0,
        largestCount: 1_000_000_000
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let grid = try content.addLayout(GridLayout(lineSpacing: 2, itemSpacing: 2))
        try content.appendUniformSection(layout: grid, count: n, value: [photoColumns(&random), 1])
        return content
    }

    /// The columns of a photo library, from the broadest squares to the narrowest.
    static func photoColumns(_ random: inout SplitMix64) -> Double { Double(3 + random.index(below: 5)) }
}
