import CollectionLayout

extension Dataset {
    /// Asks for the section index and for sticky headers.
    ///
    /// Counts are geometric with mean 50, drawn until all items have a day: about n / 50 sections, of which 2 % are
    /// empty and 2 % have one item. The last one takes what is left.
    static let photoDays = Dataset(
        "photo-days", "n/50 sections of about 50 equal squares, 44-pt headers", layoutID: GridLayout.id,
        bytesPerItem: 1.5
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let grid = try content.addLayout(GridLayout(lineSpacing: 2, itemSpacing: 2))
        let value = [photoColumns(&random), 1]
        let header = Size(width: bounds.width, height: 44)
        while content.itemCount < n {
            let count = min(random.geometric(mean: 50), n - content.itemCount)
            try content.appendUniformSection(layout: grid, count: count, value: value, header: header)
        }
        return content
    }
}
