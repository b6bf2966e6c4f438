import CollectionLayout

extension Dataset {
    /// Asks for rows of items of unequal sizes in many sections: where an edit is one of a row, and where rows wrap anew.
    ///
    /// Texts are lognormal around 56 pt with σ 0.5, clipped to 16 … 326, in 24 pt of padding; one tag in ten has two lines and
    /// is 52 pt high, the others 32.
    static let tags = Dataset(
        "tags", "n/50 sections of 50 tags of unequal sizes, as many in a row as fit, 44-pt headers",
        layoutID: FlowLayout.id, bytesPerItem: 17
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let flow = try content.addLayout(FlowLayout(insets: EdgeInsets(all: 16), lineSpacing: 8, itemSpacing: 8))
        let header = Size(width: bounds.width, height: 44)
        while content.itemCount < n {
            let sizes = (0..<min(50, n - content.itemCount)).flatMap { _ in
                let text = min(max(random.logNormal(median: 56, sigma: 0.5), 16), 326)
                return [Snapping.grain.snap(text) + 24, random.unit() < 0.1 ? 52 : 32]
            }
            try content.appendSection(layout: flow, values: sizes, header: header)
        }
        return content
    }
}
