import CollectionLayout

/// Sections that defeat whatever is done once a section.
extension Dataset {
    /// Elements that overlap all others of their section.
    static let decoratedSections = Dataset(
        "decorated-sections", "sections of 10 squares, each on a background decoration", layoutID: GridLayout.id,
        bytesPerItem: 6.4
    ) { n, seed throws(LayoutError) in
        var content = try Content(bounds: bounds)
        let grid = try content.addLayout(GridLayout(insets: EdgeInsets(all: 12), lineSpacing: 8, itemSpacing: 8))
        while content.itemCount < n {
            try content.appendUniformSection(
                layout: grid, count: min(10, n - content.itemCount), value: [4, 1], background: .background)
        }
        return content
    }
}
