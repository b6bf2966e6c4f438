import CollectionLayout

/// Sections that defeat whatever is done once a section.
extension Dataset {
    /// Elements that overlap all others of their section.
    static let decoratedSections = Dataset(
        "decorated-sections", "sections of 10 squares, each on a background decoration", layoutID: GridLayout.id,
        isOrdered: true, bytesPerItem: 6.4
    ) { n, seed throws(LayoutError) in
        var content = try Content(bounds: bounds)
        let grid = try content.addLayout(GridLayout(insets: EdgeInsets(all: 12), lineSpacing: 8, itemSpacing: 8))
        while content.itemCount < n {
            try content.appendUniformSection(
                layout: grid, count: min(10, n - content.itemCount), value: [4, 1], background: .background)
        }
        return content
    }

    /// As many sections as items, and as many again that are empty.
    static let tinySections = Dataset(
        "tiny-sections", "n sections of one row and n empty sections in turn", layoutID: ListLayout.id,
        isOrdered: true, bytesPerItem: 112, largestCount: 10_000_000
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
