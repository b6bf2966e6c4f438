import CollectionLayout
import Testing
import Workloads

/// A layout with parameters and plausible values for its items: what tests iterate over.
struct SampleLayout: Sendable, CustomTestStringConvertible {
    let id: String
    /// Whether items keep lanes after a resize, so that a resized content differs from one laid out anew.
    let keepsLanes: Bool
    let layout: any SectionLayout
    /// The values of one item.
    let value: @Sendable (inout SplitMix64) -> [Double]

    var testDescription: String { id }

    private init(
        _ id: String, _ layout: any SectionLayout, keepsLanes: Bool = false,
        _ value: @escaping @Sendable (inout SplitMix64) -> [Double]
    ) {
        self.id = id
        self.layout = layout
        self.keepsLanes = keepsLanes
        self.value = value
    }

    private static func flow(_ id: String, _ layout: FlowLayout) -> SampleLayout {
        SampleLayout(id, layout) { random in
            // Few different sizes, so that rows often end exactly at the edge; some without extent.
            random.index(below: 12) == 0
                ? [0, 0] : [Double(1 + random.index(below: 6)) * 10, Double(random.index(below: 5)) * 10.5]
        }
    }

    private static func waterfall(_ lanes: Int) -> SampleLayout {
        let insets = EdgeInsets(top: 3, left: 4, bottom: 5, right: 6)
        let layout = WaterfallLayout(laneCount: lanes, insets: insets, lineSpacing: 2, itemSpacing: 1)
        return SampleLayout("waterfall-\(lanes)", layout, keepsLanes: lanes > 1) { random in
            [Double(random.index(below: 9)) * 7]
        }
    }

    static let all: [SampleLayout] = [
        flow("flow", FlowLayout(insets: EdgeInsets(all: 5), lineSpacing: 4, itemSpacing: 3)),
        flow("flow-center", FlowLayout(lineSpacing: 0, itemSpacing: 0, alignment: .center)),
        flow("flow-end", FlowLayout(insets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), alignment: .end)),
        flow("flow-start", FlowLayout(lineSpacing: 1, itemSpacing: 10, alignment: .start)),
        flow("flow-uniform", FlowLayout(loneItem: .center, uniformLastRow: true)),
        SampleLayout("grid", GridLayout(insets: EdgeInsets(all: 2), lineSpacing: 3, itemSpacing: 2)) { random in
            [Double(1 + random.index(below: 4)), [0.5, 1, 4.0 / 3][random.index(below: 3)]]
        },
        SampleLayout("list", ListLayout(insets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), lineSpacing: 1)) {
            [Double($0.index(below: 5)) * 12.25]
        },
        waterfall(1), waterfall(2), waterfall(3),
        SampleLayout("free-form", FreeFormLayout()) { random in
            [
                Double(random.index(below: 12)) * 10 - 20, Double(random.index(below: 20)) * 10 - 20,
                Double(random.index(below: 5)) * 10, Double(random.index(below: 5)) * 10,
            ]
        },
    ]
}

/// Which elements a section has beside its items: eight combinations.
struct Decoration: Sendable {
    let number: Int

    func header(_ axis: Axis) -> Size { number & 1 == 0 ? .zero : axis.transpose(Size(width: 100, height: 8)) }
    func footer(_ axis: Axis) -> Size { number & 2 == 0 ? .zero : axis.transpose(Size(width: 100, height: 6.5)) }
    var background: ElementKind? { number & 4 == 0 ? nil : .background }
}

/// A content of sections of one layout or several in turn, in bounds of 100 × 80 pt in layout space.
///
/// - Parameters:
///   - counts: The number of items of each section.
///   - decoration: The decoration of the first section; the following ones have the following numbers.
func sample(
    _ layouts: [SampleLayout], counts: [Int], axis: Axis = .vertical, decoration: Int = 0, seed: UInt64 = 1,
    snapping: Snapping = .grain
) throws -> Content {
    var content = try Content(
        axis: axis, bounds: axis.transpose(Size(width: 100, height: 80)), snapping: snapping)
    var random = SplitMix64(seed: seed)
    var indices: [Int] = []
    for layout in layouts { indices.append(try content.addLayout(layout.layout)) }
    for (section, count) in counts.enumerated() {
        let layout = layouts[section % layouts.count]
        let decoration = Decoration(number: (decoration + section) % 8)
        var values: [Double] = []
        for _ in 0..<count { values += layout.value(&random) }
        try content.appendSection(
            layout: indices[section % layouts.count], values: values, header: decoration.header(axis),
            footer: decoration.footer(axis), background: decoration.background)
    }
    return content
}

extension CacheStrategy: CustomTestStringConvertible {
    /// The id.
    public var testDescription: String { id }

    /// A cache with a content laid out in it.
    func prepared(_ content: Content) throws(LayoutError) -> any AttributeCache {
        var cache = make()
        try cache.prepare(content)
        return cache
    }
}

extension Dataset: CustomTestStringConvertible {
    /// The id.
    public var testDescription: String { id }
}
