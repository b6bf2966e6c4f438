import CollectionLayout

extension Dataset {
    /// Asks for lanes that depend on each other: a big item spans those that end together.
    ///
    /// Items are pictures in the usual formats of photographs, upright and across, and squares; one in five may be big.
    static let magazine = Dataset(
        "magazine", "one section of a mosaic of 4 lanes, one picture in five may span several",
        layoutID: MosaicLayout.id, bytesPerItem: 16
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let mosaic = try content.addLayout(
            MosaicLayout(laneCount: 4, insets: EdgeInsets(all: 8), lineSpacing: 8, itemSpacing: 8))
        let formats = [2.0 / 3, 3.0 / 4, 1, 4.0 / 3, 3.0 / 2]
        let pictures = values(2 * n) {
            $0.isMultiple(of: 2) ? formats[random.index(below: formats.count)] : random.unit() < 0.2 ? 1 : 0
        }
        try content.appendSection(layout: mosaic, values: pictures)
        return content
    }
}
