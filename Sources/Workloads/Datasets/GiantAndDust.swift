import CollectionLayout

extension Dataset {
    /// Asks for sections that are uneven: neither an index of sections nor one of items alone will do.
    ///
    /// Nine tenths of the items wrap in one section in the middle; the others are sections of one item around it.
    static let giantAndDust = Dataset(
        "giant-and-dust", "one section of 90 % of the items among sections of one", layoutID: FlowLayout.id,
        bytesPerItem: 22
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let flow = try content.addLayout(FlowLayout(lineSpacing: 4, itemSpacing: 4))
        let giant = n - n / 10
        let before = (n - giant) / 2
        for _ in 0..<before { try appendDust(&random, flow, to: &content) }
        try content.appendSection(
            layout: flow,
            values: values(2 * giant) { $0.isMultiple(of: 2) ? random.uniform(40, 180) : random.uniform(40, 120) })
        for _ in 0..<n - giant - before { try appendDust(&random, flow, to: &content) }
        return content
    }

    private static func appendDust(
        _ random: inout SplitMix64, _ flow: Int, to content: inout Content
    ) throws(LayoutError) {
        try content.appendUniformSection(
            layout: flow, count: 1, value: [random.uniform(40, 180), random.uniform(40, 120)])
    }
}
