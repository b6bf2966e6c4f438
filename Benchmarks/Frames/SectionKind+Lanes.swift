import BenchmarkKit
import CollectionLayout

/// Layouts of lanes.
extension SectionKind {
    static let staggered = SectionKind(
        name: StaggeredLayout.id, summary: "lanes that items fill in turn; section: lineCount, aspectRatios"
    ) { (section) throws(InputError) in
        let spacings = try section.spacings()
        let layout = StaggeredLayout(
            laneCount: try section.count("lineCount"), insets: spacings.insets, lineSpacing: spacings.line,
            itemSpacing: spacings.item)
        let count = try section.itemCount("aspectRatios")
        return (layout, .values(try section.numbers("aspectRatios", count: count)))
    }

    static let mosaic = SectionKind(
        name: MosaicLayout.id,
        summary: "lanes in units, big items over several; section: lineCount, lineMultiple, aspectRatios, canBeBig, "
            + "spacesFirstRow, run"
    ) { (section) throws(InputError) in
        let spacings = try section.spacings()
        let layout = MosaicLayout(
            laneCount: try section.count("lineCount"), insets: spacings.insets, lineSpacing: spacings.line,
            itemSpacing: spacings.item,
            lineMultiple: try section.number("lineMultiple", default: MosaicLayout.leastMultiple),
            spacesFirstRow: try section.flag("spacesFirstRow", default: false),
            run: try section.choice("run", default: .longest))
        let count = try section.itemCount("aspectRatios")
        return (
            layout,
            .columns(try section.numbers("aspectRatios", count: count), try section.flags("canBeBig", count: count))
        )
    }

    static let waterfall = SectionKind(
        name: WaterfallLayout.id,
        summary: "each item in the shortest column; section: columns, heights or aspectRatios, direction, "
            + "rebalances, headerInsets, footerInsets, original"
    ) { (section) throws(InputError) in
        let spacings = try section.spacings()
        let values = section.has("aspectRatios") ? "aspectRatios" : "heights"
        let layout = WaterfallLayout(
            laneCount: try section.count("columns"), insets: spacings.insets, lineSpacing: spacings.line,
            itemSpacing: spacings.item, direction: try section.choice("direction", default: .shortestFirst),
            rebalances: try section.flag("rebalances", default: false),
            itemLength: values == "heights" ? .length : .aspectRatio,
            headerInsets: try section.insets("headerInsets"), footerInsets: try section.insets("footerInsets"),
            original: try section.choice("original", default: .chtCollectionView))
        return (layout, .values(try section.numbers(values, count: try section.itemCount(values))))
    }

    static let pinterest = SectionKind(
        name: PinterestLayout.id,
        summary: "padded photos with annotations in columns in turn; section: columns, cellPadding, photoHeights, "
            + "annotationHeights"
    ) { (section) throws(InputError) in
        let layout = PinterestLayout(
            laneCount: try section.count("columns"), insets: try section.insets("insets"),
            cellPadding: try section.number("cellPadding", default: 6))
        let count = try section.itemCount("photoHeights")
        return (
            layout,
            .columns(
                try section.numbers("photoHeights", count: count),
                try section.numbers("annotationHeights", count: count))
        )
    }
}
