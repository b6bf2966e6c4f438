import CollectionLayout
import Foundation
import Workloads

/// The catalog, and more parameters of its layouts: what tests of all layouts iterate over.
enum LayoutVariants {
    /// How many random programs to run for each of the layouts.
    ///
    /// - Parameters:
    ///   - variable: The environment variable that asks for more or fewer.
    ///   - count: How many programs of all layouts together it is otherwise.
    static func programCount(_ variable: String, or count: Int) -> Int {
        let text = ProcessInfo.processInfo.environment[variable] ?? String(count)
        guard let total = Int(text), total > 0 else {
            preconditionFailure("the environment variable \(variable): got '\(text)', expected a whole number above 0")
        }
        return (total + all.count - 1) / all.count
    }

    static let all: [NamedLayout] =
        NamedLayout.all + [
            NamedLayout(
                "lanes in turn", make: WaterfallLayout(laneCount: 3, direction: .leftToRight), sample: length),
            NamedLayout(
                "lanes backwards", make: WaterfallLayout(laneCount: 4, direction: .rightToLeft), sample: length),
            NamedLayout(
                "waterfall of ratios",
                make: WaterfallLayout(
                    insets: EdgeInsets(all: 5), itemLength: .aspectRatio,
                    headerInsets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4),
                    footerInsets: EdgeInsets(top: 5, left: 6, bottom: 7, right: 8)), sample: ratio),
            NamedLayout(
                "shortest lane first, again after edits",
                make: WaterfallLayout(laneCount: 3, insets: EdgeInsets(all: 4), rebalances: true), sample: length),
            NamedLayout("waterfall of the tutorial", make: WaterfallLayout(original: .tutorial), sample: length),
            NamedLayout("one lane", make: WaterfallLayout(laneCount: 1), sample: length),
            NamedLayout(
                "lanes without breadth", make: WaterfallLayout(insets: EdgeInsets(all: 2000), itemSpacing: 0),
                sample: length),
            NamedLayout(
                "lanes in turn, insets",
                make: StaggeredLayout(laneCount: 2, insets: EdgeInsets(all: 7), itemSpacing: 3),
                sample: ratio),
            NamedLayout(
                "mosaic as it was", make: MosaicLayout(laneCount: 3, spacesFirstRow: true, run: .first), sample: mosaic),
            NamedLayout(
                "lenient mosaic", make: MosaicLayout(laneCount: 5, insets: EdgeInsets(all: 3), tolerance: 25),
                sample: mosaic),
            NamedLayout("three lanes of photos", make: PinterestLayout(laneCount: 3), sample: pinterest),
            NamedLayout("list to the trailing edge", make: ListLayout(alignment: .trailing)) {
                length($0) + [Double($0 & 1023)]
            },
            NamedLayout("chat", make: ListLayout(insets: EdgeInsets(all: 9), lineSpacing: 2, alignment: .each)) {
                length($0) + [Double($0 & 1023), Double($0 >> 60) / 16]
            },
            NamedLayout("table that fits", make: TableLayout(columns: .equal(3), lineSpacing: 1), sample: length),
            NamedLayout("events side by side", make: CalendarWeekLayout(overlaps: .sideBySide), sample: events),
            NamedLayout("large circle", make: CircleLayout(itemSide: 5000)) { _ in [] },
            NamedLayout("weeks beside each other", make: CalendarWeekLayout(weekCount: 4), sample: weeks),
            NamedLayout(
                "weeks of events side by side",
                make: CalendarWeekLayout(weekCount: 5, hourCount: 23, overlaps: .sideBySide), sample: weeks),
        ]

    private static let length = NamedLayout.named("waterfall")!.sample
    private static let ratio = NamedLayout.named("staggered")!.sample
    private static let mosaic = NamedLayout.named("mosaic")!.sample
    private static let pinterest = NamedLayout.named("pinterest")!.sample
    private static let events = NamedLayout.named("calendar-week")!.sample
    private static let weeks: @Sendable (UInt64) -> [Double] = { bits in
        var event = events(bits)
        event[0] += Double(7 * (bits >> 62))
        return event
    }
}

extension NamedLayout {
    /// Values of some items.
    func values(_ count: Int, seed: UInt64) -> [[Double]] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in sample(random.next()) }
    }
}

extension Content {
    /// Appends a section of items with the given values, whether a layout takes any or not.
    mutating func append(
        _ items: [[Double]], layout: Int, header: Size = .zero, footer: Size = .zero
    ) throws {
        if fold(ofLayout: layout).valueNames.isEmpty {
            try appendUniformSection(layout: layout, count: items.count, value: [], header: header, footer: footer)
        } else {
            try appendSection(layout: layout, values: items.flatMap { $0 }, header: header, footer: footer)
        }
    }

    private func fold(ofLayout layout: Int) -> any SectionFold { folds[layout] }

    /// A content of one section.
    init(
        _ layout: some SectionLayout, _ items: [[Double]], axis: Axis = .vertical,
        bounds: Size = Size(width: 800, height: 600),
        header: Size = .zero, footer: Size = .zero, snapping: Snapping = .grain, fidelity: Fidelity = .corrected
    ) throws {
        try self.init(axis: axis, bounds: bounds, snapping: snapping, fidelity: fidelity)
        try append(items, layout: addLayout(layout), header: header, footer: footer)
    }
}
