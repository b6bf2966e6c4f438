import CollectionLayout

extension Dataset {
    /// Asks what it costs that each section has another layout than the one before: 1000 sections at 100,000 items.
    ///
    /// Sections have 5 to 200 items and a 52-pt header. Layouts are drawn, grids most often; values are the samples of
    /// the catalogue of layouts.
    static let appStore = Dataset(
        "app-store", "n/100 sections of mixed layouts with 5 to 200 items each, headers", layoutID: GridLayout.id,
        bytesPerItem: 14
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let shelves = shelves()
        for shelf in shelves { _ = try content.addLayout(shelf.make()) }
        let header = Size(width: bounds.width, height: 52)
        var values: [Double] = []
        while content.itemCount < n {
            // The first layout, the grid, takes two places in eight.
            let layout = random.index(below: shelves.count + 1) % shelves.count
            values.removeAll(keepingCapacity: true)
            for _ in 0..<min(5 + random.index(below: 196), n - content.itemCount) {
                values += shelves[layout].sample(random.next())
            }
            try content.appendSection(layout: layout, values: values, header: header)
        }
        return content
    }

    /// The layouts of the catalogue that a shop's shelves have: those that fill the breadth and scroll along one axis.
    private static func shelves() -> [NamedLayout] {
        [
            GridLayout.id, FlowLayout.id, WaterfallLayout.id, ListLayout.id, StaggeredLayout.id, MosaicLayout.id,
            PinterestLayout.id,
        ].compactMap(NamedLayout.named)
    }
}
