import CollectionLayout

extension Dataset {
    /// Asks for culling along both axes: a viewport shows some columns of some rows.
    ///
    /// Columns are 40 to 240 pt broad. A cell is 28 pt long for one line of text and 16 pt more for each further one: 90 %
    /// have one line, 6 % two, 3 % three and 1 % four, so that most rows are longer than most of their cells.
    static let table = Dataset(
        "table", "n/50 rows of 50 columns, rows as long as their longest cell", layoutID: TableLayout.id,
        bytesPerItem: 8
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let breadths = (0..<50).map { _ in random.uniform(40, 240) }
        let table = try content.addLayout(TableLayout(columns: .breadths(breadths), lineSpacing: 1, itemSpacing: 1))
        let lengths = values(n) { _ in
            let draw = random.unit()
            return 28 + (draw < 0.9 ? 0 : draw < 0.96 ? 16 : draw < 0.99 ? 32 : 48)
        }
        try content.appendSection(layout: table, values: lengths)
        return content
    }
}
