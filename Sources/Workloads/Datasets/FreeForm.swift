import CollectionLayout

extension Dataset {
    /// Asks for a true two-dimensional index: no order along either axis.
    static let freeForm = Dataset(
        "free-form", "random rectangles of 20 to 200 pt on a square plane, about 30 in a viewport",
        layoutID: FreeFormLayout.id, bytesPerItem: 32
    ) { n, seed throws(LayoutError) in
        try plane(n, seed, spanning: false)
    }

    /// The plane on which a viewport meets about 30 rectangles.
    ///
    /// A rectangle w × h meets a viewport W × H if its corner lies in an area of (W + w)·(H + h); with mean lengths of
    /// 110 pt these are 477,000 pt², so there is one rectangle to 15,900 pt². The plane is a square, but at least one
    /// viewport broad and high.
    static func planeSize(_ n: Int) -> Size {
        let area = Double(n) * (bounds.width + 110) * (bounds.height + 110) / 30
        let side = Snapping.grain.snap(area.squareRoot())
        return Size(width: max(side, bounds.width), height: max(side, bounds.height))
    }

    /// Rectangles on a plane; if `spanning`, the first one covers it all.
    static func plane(_ n: Int, _ seed: UInt64, spanning: Bool) throws(LayoutError) -> Content {
        // Traces draw from the same seed: every second jump would go to a rectangle.
        var random = SplitMix64(seed: seed ^ 0x0070_6C61_6E65)
        let size = planeSize(n)
        let values = [Double](unsafeUninitializedCapacity: 4 * n) { buffer, initializedCount in
            for index in 0..<n {
                let width = random.uniform(20, 200)
                let height = random.uniform(20, 200)
                buffer.put(
                    Rect(
                        x: random.uniform(0, size.width - width), y: random.uniform(0, size.height - height),
                        width: width, height: height), at: index)
            }
            if spanning && n > 0 { buffer.put(Rect(origin: .zero, size: size), at: 0) }
            initializedCount = 4 * n
        }
        return try freeForm(values)
    }

    /// A content of one free-form section.
    static func freeForm(_ values: [Double]) throws(LayoutError) -> Content {
        var content = try Content(bounds: bounds)
        let layout = try content.addLayout(FreeFormLayout())
        try content.appendSection(layout: layout, values: values)
        return content
    }
}

extension UnsafeMutableBufferPointer<Double> {
    /// Writes the four values of a free-form item.
    func put(_ rect: Rect, at item: Int) {
        initializeElement(at: 4 * item, to: rect.x)
        initializeElement(at: 4 * item + 1, to: rect.y)
        initializeElement(at: 4 * item + 2, to: rect.width)
        initializeElement(at: 4 * item + 3, to: rect.height)
    }
}
