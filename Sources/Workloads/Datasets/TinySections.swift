import CollectionLayout

extension Dataset {
    /// Asks what a section costs: as many sections as items, and as many again that are empty.
    static let tinySections = Dataset(
        "tiny-sections", "n sections of one row and n empty sections in turn", layoutID: ListLayout.id,
        bytesPerItem: 112, largestCount: 10_000_000
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let list = try content.addLayout(ListLayout())
        for _ in 0..<n {
            try content.appendUniformSection(layout: list, count: 1, value: [random.uniform(30, 90)])
            try content.appendUniformSection(layout: list, count: 0, value: [0])
        }
        return content
    }
}
