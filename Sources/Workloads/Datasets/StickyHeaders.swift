import CollectionLayout

extension Dataset {
    /// Asks what headers and footers that stick cost a query as sections get more: 10, 100, 1000 and 10,000 of them.
    static let stickyHeaders = Dataset(
        "sticky-headers", "n/10 sections of 10 rows, headers and footers that stick", layoutID: ListLayout.id,
        bytesPerItem: 14, sizes: [100, 1000, 10_000, 100_000],
        effects: EffectLayer([StickyEffect(.start), StickyEffect(.end)])
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let list = try content.addLayout(ListLayout())
        let size = Size(width: bounds.width, height: 28)
        while content.itemCount < n {
            let lengths = values(min(10, n - content.itemCount)) { _ in random.uniform(40, 80) }
            try content.appendSection(layout: list, values: lengths, header: size, footer: size)
        }
        return content
    }
}
