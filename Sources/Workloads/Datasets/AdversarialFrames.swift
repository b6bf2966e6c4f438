import CollectionLayout

/// Frames that defeat windows, prefix maxima and boxes.
extension Dataset {
    /// Every prefix maximum of far edges reaches the end: a sorted window scans all that comes before.
    static let spanningElement = Dataset(
        "spanning-element", "free-form with a first element that covers all the content", layoutID: FreeFormLayout.id,
        bytesPerItem: 32
    ) { n, seed throws(LayoutError) in
        try plane(n, seed, spanning: true)
    }

    /// Round robin over three lanes; the items of the first are 100 times longer, so neighbours in index are far apart.
    static let tallLane = Dataset(
        "tall-lane", "three lanes in turn, the items of one are 100 times longer", layoutID: FreeFormLayout.id,
        bytesPerItem: 32
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var ends = [0.0, 0.0, 0.0]
        let frames = [Double](unsafeUninitializedCapacity: 4 * n) { buffer, initializedCount in
            for index in 0..<n {
                let lane = index % 3
                let height = Snapping.grain.snap(random.uniform(40, 160)) * (lane == 0 ? 100 : 1)
                buffer.put(Rect(x: Double(lane) * 130, y: ends[lane], width: 130, height: height), at: index)
                ends[lane] += height
            }
            initializedCount = 4 * n
        }
        return try freeForm(frames)
    }

    /// No index can tell the elements apart, and every query that hits one hits all: k = n.
    static let identicalFrames = Dataset(
        "identical-frames", "all frames are the same rectangle", layoutID: FreeFormLayout.id, bytesPerItem: 0,
        largestCount: 100_000
    ) { n, seed throws(LayoutError) in
        var content = try Content(bounds: bounds)
        let layout = try content.addLayout(FreeFormLayout())
        try content.appendUniformSection(layout: layout, count: n, value: [40, 40, 200, 200])
        return content
    }

    /// A quarter of the widths and a quarter of the heights are 0; such an element is hit only strictly inside a rect.
    static let zeroLengths = Dataset(
        "zero-lengths", "rows without spacing in which a quarter of the widths and of the heights are 0",
        layoutID: FlowLayout.id, bytesPerItem: 16
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0))
        let lengths = values(2 * n) { _ in random.unit() < 0.25 ? 0 : random.uniform(20, 120) }
        try content.appendSection(layout: flow, values: lengths)
        return content
    }
}
