import CollectionLayout

/// Lengths that defeat averages, narrow coordinates and comparisons.
extension Dataset {
    /// Pages of one viewport hold one item here and a thousand there.
    static let alternatingHeights = Dataset(
        "alternating-heights", "rows of 0.1 pt and 10,000 pt in turn", layoutID: ListLayout.id, bytesPerItem: 8
    ) { n, seed throws(LayoutError) in
        try list(values(n) { $0.isMultiple(of: 2) ? 0.1 : 10_000 })
    }

    /// Rows of equal items whose last one fits or not by a grain.
    ///
    /// Widths are a column's, rounded up or down at random so that a row is full on average, and then less or more a
    /// grain: the last item of a row ends within a few grains of the bounds' edge, as often beyond it as not.
    static let straddlingWidths: [Dataset] = [3, 7, 11].map { (columns: Int) in
        Dataset(
            "straddling-widths-\(columns)", "rows of \(columns) items, the last of which fits or not by 1/1024 pt",
            layoutID: FlowLayout.id, bytesPerItem: 16
        ) { n, seed throws(LayoutError) in
            var random = SplitMix64(seed: seed)
            var content = try Content(bounds: bounds)
            let flow = try content.addLayout(FlowLayout(lineSpacing: 4, itemSpacing: 4))
            let width = content.container.laneBreadth(count: columns, spacing: 4, insets: .zero)
            let slack = bounds.width - Double(columns) * width - Double(columns - 1) * 4
            let slackGrains = Int(slack / Snapping.grainLength)
            let sizes = values(2 * n) { index in
                guard index.isMultiple(of: 2) else { return 40 }
                let grains = random.index(below: 3) - 1 + (random.index(below: columns) < slackGrains ? 1 : 0)
                return width + Double(grains) * Snapping.grainLength
            }
            try content.appendSection(layout: flow, values: sizes)
            return content
        }
    }

    /// Contents whose coordinates leave the range in which narrower numbers are exact: 2^24 is where `Float` loses
    /// single points, 2^31 where `Int32` ends, and at 1e12 a grain is a few ulps of a `Double`.
    static let beyond: [Dataset] = [
        beyond("2-24", 0x1p24), beyond("2-31", 0x1p31), beyond("1e12", 1e12),
    ]

    /// Runs of 63 rows of 20 to 200 pt, with odd lengths so that every grain counts, behind rows long enough to reach
    /// one and a quarter of a length.
    private static func beyond(_ name: String, _ length: Double) -> Dataset {
        Dataset(
            "beyond-\(name)",
            "runs of rows behind long ones, so that the content is longer than \(name.replacing("-", with: "^")) pt",
            layoutID: ListLayout.id, bytesPerItem: 8
        ) { n, seed throws(LayoutError) in
            var random = SplitMix64(seed: seed)
            let run = 64
            let long = length * 1.25 / Double((n + run - 1) / run)
            return try list(values(n) { $0.isMultiple(of: run) ? long : random.uniform(20, 200) })
        }
    }

    /// Nothing can be shared between items: sizes are distinct up to 2^32 of them.
    ///
    /// A multiplication by an odd number permutes the 32-bit numbers; each half of the product is a length of 40 to
    /// 104 pt in grains.
    static let distinctSizes = Dataset(
        "distinct-sizes", "rows in which no two items have the same size", layoutID: FlowLayout.id, bytesPerItem: 16
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        let factor = UInt32(truncatingIfNeeded: random.next()) | 1
        var content = try Content(bounds: bounds)
        let flow = try content.addLayout(FlowLayout(lineSpacing: 4, itemSpacing: 4))
        let sizes = values(2 * n) { index in
            let product = UInt32(truncatingIfNeeded: index / 2) &* factor
            let half = index.isMultiple(of: 2) ? product & 0xFFFF : product >> 16
            return 40 + Double(half) * Snapping.grainLength
        }
        try content.appendSection(layout: flow, values: sizes)
        return content
    }

    /// A content of one column.
    private static func list(_ lengths: [Double]) throws(LayoutError) -> Content {
        var content = try Content(bounds: bounds)
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: lengths)
        return content
    }
}
