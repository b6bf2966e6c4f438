import CollectionLayout
import LayoutTestSupport
import Workloads

/// A section of a layout of the catalogue with random bounds, parameters and items.
///
/// Layouts without a line in ``layout(_:)`` keep their default parameters; what an item's value may be follows from its
/// name, for unknown names from the catalogue's samples. So a new layout is tested by itself.
struct LayoutWorld: Sendable, CustomStringConvertible {
    static let headerLength = 7.0
    static let footerLength = 9.0

    let entry: NamedLayout
    /// The bounds across and along.
    var width: Double
    var height: Double
    var insets: EdgeInsets
    var lineSpacing: Double
    var itemSpacing: Double
    var lanes: Int
    /// Which of its options the layout takes: a number in mixed radix.
    var choice: Int
    /// In layout space.
    var items: [[Double]] = []

    var description: String {
        "\(layout()) in \(width) × \(height) pt, items \(items)"
    }

    /// - Parameter hasExactRatios: Whether aspect ratios are powers of two, whose reciprocals are exact.
    init(_ entry: NamedLayout, _ random: inout SplitMix64, hasExactRatios: Bool = false) {
        func length(_ most: Double) -> Double { random.index(below: 3) == 0 ? 0 : random.uniform(0, most) }
        self.entry = entry
        width = random.uniform(100, 500)
        height = random.uniform(100, 500)
        insets = EdgeInsets(top: length(20), left: length(20), bottom: length(20), right: length(20))
        lineSpacing = length(15)
        itemSpacing = length(15)
        lanes = 1 + random.index(below: 5)
        choice = random.index(below: 48)
        guard let fold = try? fold() else { return }
        let room = width - insets.left - insets.right
        // Now and then enough for some blocks of a cache.
        for _ in 0..<random.index(below: random.index(below: 4) == 0 ? 150 : 40) {
            let sample = entry.sample(random.next())
            let item = fold.valueNames.enumerated().map { index, name in
                switch name {
                case "width" where random.index(below: 9) == 0: 0.9 * room
                case "width", "breadth": random.uniform(0, 0.5 * room)
                case "height", "length", "photo length", "annotation length": length(80)
                case "line fraction": Double(1 + random.index(below: 6))
                case "aspect ratio":
                    hasExactRatios ? [0.25, 0.5, 1, 2, 4][random.index(below: 5)] : random.uniform(0.3, 3)
                case "alignment": random.unit()
                case "day": Double(random.index(below: 7 * lanes))
                case "start hour": random.uniform(0, 24)
                default: sample[index]
                }
            }
            items.append(item)
        }
    }

    /// Simpler worlds whose items the layout takes.
    var shrinks: [LayoutWorld] {
        var variants = shorter(items).map { items in with { $0.items = items } }
        if lanes > 1 { variants.append(with { $0.lanes -= 1 }) }
        let keys: [WritableKeyPath<LayoutWorld, Double>] = [
            \.width, \.height, \.insets.top, \.insets.left, \.insets.bottom, \.insets.right, \.lineSpacing,
            \.itemSpacing,
        ]
        for key in keys {
            let least = key == \.width || key == \.height ? 100.0 : 0
            for number in simpler(self[keyPath: key]) where number >= least {
                variants.append(with { $0[keyPath: key] = number })
            }
        }
        for (item, values) in items.enumerated() {
            for (index, value) in values.enumerated() {
                variants += simpler(value).map { number in with { $0.items[item][index] = number } }
            }
        }
        return variants.filter { (try? $0.content()) != nil }
    }

    private func with(_ change: (inout LayoutWorld) -> Void) -> LayoutWorld {
        var variant = self
        change(&variant)
        return variant
    }

    /// The layout, with all that depends on the axis transposed.
    func layout(_ axis: Axis = .vertical) -> any SectionLayout {
        var choice = choice
        func pick<Option>(_ options: [Option]) -> Option {
            defer { choice /= options.count }
            return options[choice % options.count]
        }
        let insets = axis.transpose(insets)
        switch entry.id {
        case FlowLayout.id:
            return FlowLayout(
                insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing,
                alignment: pick(FlowLayout.Alignment.allCases), loneItem: pick(FlowLayout.LoneItem.allCases),
                uniformLastRow: pick([false, true]))
        case GridLayout.id:
            return GridLayout(
                insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing,
                alignment: pick(FlowLayout.Alignment.allCases))
        case ListLayout.id:
            return ListLayout(insets: insets, lineSpacing: lineSpacing, alignment: pick(ListLayout.Alignment.allCases))
        case WaterfallLayout.id:
            return WaterfallLayout(
                laneCount: lanes, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing,
                direction: pick(WaterfallLayout.Direction.allCases),
                itemLength: pick(WaterfallLayout.ItemLength.allCases))
        case StaggeredLayout.id:
            return StaggeredLayout(
                laneCount: lanes, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing)
        case MosaicLayout.id:
            return MosaicLayout(
                laneCount: lanes, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing,
                spacesFirstRow: pick([false, true]), run: pick(MosaicLayout.Run.allCases),
                tolerance: pick([0, lineSpacing]))
        case PinterestLayout.id:
            // Less than half of a lane, which is 12 pt broad at least.
            return PinterestLayout(laneCount: lanes, insets: insets, cellPadding: itemSpacing / 3)
        case CircleLayout.id:
            // Items larger than the viewport leave it.
            return CircleLayout(itemSide: 5 * itemSpacing)
        case CalendarWeekLayout.id:
            // Its lengths are named for vertical scrolling.
            return CalendarWeekLayout(
                weekCount: lanes, dayHeaderHeight: self.insets.top, hourHeaderWidth: self.insets.left,
                heightPerHour: lineSpacing,
                horizontalSpacing: itemSpacing / 2, overlaps: pick([.sideBySide, .stacked]))
        case TableLayout.id:
            let breadths = (0..<lanes).map { itemSpacing + Double($0 % 3) * width / 4 }
            return TableLayout(
                columns: pick([.breadths(breadths), .equal(lanes)]), insets: insets, lineSpacing: lineSpacing,
                itemSpacing: itemSpacing)
        default:
            return entry.make()
        }
    }

    private func fold() throws -> any SectionFold {
        try layout().fold(in: Container(breadth: width, viewportLength: height))
    }

    /// The section with a header and a footer, with all that depends on the axis transposed.
    func content(_ axis: Axis = .vertical, _ snapping: Snapping = .grain) throws -> Content {
        let names = try fold().valueNames
        return try Content(
            layout(axis), axis == .vertical ? items : items.map { transposed($0, names: names) }, axis: axis,
            bounds: axis.transpose(Size(width: width, height: height)),
            header: axis.transpose(Size(width: 1, height: Self.headerLength)),
            footer: axis.transpose(Size(width: 1, height: Self.footerLength)), snapping: snapping)
    }

    /// The items' frames in layout space.
    func frames(_ axis: Axis = .vertical, _ snapping: Snapping = .grain) throws -> [Rect] {
        let cache = try CacheStrategy.oracle.prepared(content(axis, snapping))
        return items.indices.compactMap { cache.frame(of: ElementID(section: 0, item: $0)) }
    }
}

/// The values of an item for the other axis.
private func transposed(_ values: [Double], names: [String]) -> [Double] {
    switch names {
    case ["width", "height"]: [values[1], values[0]]
    case ["x", "y", "width", "height"]: [values[1], values[0], values[3], values[2]]
    default: zip(names, values).map { $0 == "aspect ratio" ? 1 / $1 : $1 }
    }
}

/// Checks a property of worlds of a layout.
func forAllWorlds(
    _ entry: NamedLayout, count: Int = 150, hasExactRatios: Bool = false, _ body: (LayoutWorld) throws -> Void
) throws {
    try forAll(
        count: count, { LayoutWorld(entry, &$0, hasExactRatios: hasExactRatios) }, shrinks: \.shrinks, check: body)
}
