/// A layout by name, with all that is needed to fill a section of it: one line a layout.
///
/// Tests, tools and pictures iterate over ``all``, so a new layout is one file and one line here.
public struct LayoutCatalog: Sendable {
    /// Stable id for files and results: that of the layout.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// The layout with default parameters.
    public let make: @Sendable () -> any SectionLayout
    /// Plausible values of an item, as many as the layout takes, from 64 random bits.
    public let sample: @Sendable (_ bits: UInt64) -> [Double]

    /// Names a layout.
    public init<Layout: SectionLayout>(
        _ summary: String, make: @autoclosure @escaping @Sendable () -> Layout,
        sample: @escaping @Sendable (_ bits: UInt64) -> [Double]
    ) {
        id = Layout.id
        self.summary = summary
        self.make = make
        self.sample = sample
    }

    /// All layouts that place items by themselves; ids are unique.
    public static let all: [LayoutCatalog] = [
        LayoutCatalog("rows that wrap", make: FlowLayout()) { [length($0, 0), length($0, 1)] },
        LayoutCatalog("rows of fractions", make: GridLayout()) { [Double(1 + part($0, 0, 4)), ratio($0, 1)] },
        LayoutCatalog("lanes in turn", make: StaggeredLayout(laneCount: 3)) { [ratio($0, 0)] },
        LayoutCatalog("lanes in units, items over several lanes", make: MosaicLayout(laneCount: 4)) {
            [ratio($0, 0), Double(part($0, 1, 2))]
        },
        LayoutCatalog("shortest lane first", make: WaterfallLayout(laneCount: 3)) { [length($0, 0)] },
        LayoutCatalog("photos with annotations in lanes in turn", make: PinterestLayout()) {
            [length($0, 0), length($0, 1) / 4]
        },
        LayoutCatalog("items on a circle", make: CircleLayout()) { _ in [] },
        LayoutCatalog("events by day and hour", make: CalendarWeekLayout()) {
            [Double(part($0, 0, 7)), Double(part($0, 1, 92)) / 4, Double(1 + part($0, 2, 16)) / 4]
        },
        LayoutCatalog("one column of rows", make: ListLayout()) { [length($0, 0)] },
        LayoutCatalog("rows and columns", make: TableLayout(columns: .breadths([160, 80, 120, 240, 80, 200]))) {
            [length($0, 0) / 4]
        },
        LayoutCatalog("items where their values say", make: FreeFormLayout()) {
            [Double(part($0, 2, 256)), Double(part($0, 3, 4096)), length($0, 0), length($0, 1)]
        },
    ]

    /// The layout of an id.
    public static func named(_ id: String) -> LayoutCatalog? { all.first { $0.id == id } }

    /// Part number `index` of the bits, 16 bits each, as a number below `count`.
    private static func part(_ bits: UInt64, _ index: UInt64, _ count: Int) -> Int {
        (Int(bits >> (index * 16) & 0xFFFF) * count) >> 16
    }

    /// 32 to 160 points in quarters.
    private static func length(_ bits: UInt64, _ index: UInt64) -> Double { 32 + Double(part(bits, index, 512)) / 4 }

    /// A usual aspect ratio.
    private static func ratio(_ bits: UInt64, _ index: UInt64) -> Double {
        [0.5, 2.0 / 3, 0.75, 1, 1.25, 4.0 / 3, 1.5, 16.0 / 9][part(bits, index, 8)]
    }
}
