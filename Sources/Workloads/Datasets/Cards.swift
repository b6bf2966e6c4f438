import CollectionLayout

extension Dataset {
    /// Asks for rows that wrap anew for good: what is inserted makes each row behind it another one.
    ///
    /// Aspect ratios (width / height) are uniform between those of a picture with a long text below, 0.5, and of one with a
    /// line, 0.9.
    static let cards = Dataset(
        "cards", "one grid of cards of unequal lengths, 3 in a row, aspect ratios from 0.5 to 0.9",
        layoutID: GridLayout.id, bytesPerItem: 16
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let grid = try content.addLayout(GridLayout(insets: EdgeInsets(all: 8), lineSpacing: 8, itemSpacing: 8))
        try content.appendSection(
            layout: grid, values: values(2 * n) { $0.isMultiple(of: 2) ? 3 : random.uniform(0.5, 0.9) })
        return content
    }
}
