import CollectionLayout

extension Dataset {
    /// Asks for lanes that end at different places.
    ///
    /// Aspect ratios (width / height) are lognormal around 1 with σ 0.35, clipped to 0.4 … 2.5. One item in a hundred is
    /// longer by a Pareto factor of shape 1.5, clipped to 20: infographics and long screenshots.
    static let pinterest = Dataset(
        "pinterest", "one section with a header, 2 to 6 lanes by seed, lognormal aspect ratios with a Pareto tail",
        layoutID: WaterfallLayout.id, bytesPerItem: 8
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let lanes = 2 + random.index(below: 5)
        let spacing = 8.0
        let waterfall = try content.addLayout(
            WaterfallLayout(
                laneCount: lanes, insets: EdgeInsets(all: spacing), lineSpacing: spacing, itemSpacing: spacing))
        let breadth = content.container.laneBreadth(
            count: lanes, spacing: spacing, insets: EdgeInsets(all: spacing))
        let lengths = values(n) { _ in
            let length = breadth / min(max(random.logNormal(median: 1, sigma: 0.35), 0.4), 2.5)
            return random.unit() < 0.01 ? length * min(random.pareto(least: 1, shape: 1.5), 20) : length
        }
        try content.appendSection(
            layout: waterfall, values: lengths, header: Size(width: bounds.width, height: 120))
        return content
    }

    /// An array of `count` values, filled without a pass that only zeroes the memory.
    static func values(_ count: Int, _ value: (Int) -> Double) -> [Double] {
        [Double](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            for index in 0..<count { buffer.initializeElement(at: index, to: value(index)) }
            initializedCount = count
        }
    }
}
