import BenchmarkKit
import CollectionLayout

/// A layout that sections of a case can name: each of `NamedLayout.all`.
struct SectionKind: Sendable {
    /// What the items of a section are.
    enum Items {
        /// Their values, one item after the other.
        case values([Double])
        /// So many items without values.
        case count(Int)
    }

    /// What stands in the section's `layout`.
    let name: String
    /// What it is and its keys, in one line.
    let summary: String
    /// The layout of a section and its items.
    let read: @Sendable (_ section: Fields) throws(InputError) -> (layout: any SectionLayout, items: Items)

    static let all: [SectionKind] = {
        let names = Set(described.map(\.name))
        return described + NamedLayout.all.filter { !names.contains($0.id) }.map(SectionKind.init)
    }()

    /// Those with keys of their own: one line each.
    static let described: [SectionKind] = [
        flow, grid, staggered, mosaic, waterfall, pinterest, circle, calendarWeek, list, table, freeForm,
    ]

    /// The kind of a section.
    static func named(_ name: String, in section: Fields) throws(InputError) -> SectionKind {
        // Recorded cases of the week calendar say so for short.
        let name = name == "calendar" ? calendarWeek.name : name
        return try section.named(name, "layout", among: all, id: \.name)
    }

    /// Appends a section as it stands in a case.
    func append(_ section: Fields, to content: inout Content) throws {
        do {
            let (layout, items) = try read(section)
            let index = try content.addLayout(layout)
            let container = content.container
            var header = try section.size("headerSize", default: .zero)
            if section.has("headerHeight") {
                let length = try section.number("headerHeight")
                header = container.axis.transpose(Size(width: container.breadth, height: length))
            }
            let footer = try section.size("footerSize", default: .zero)
            let background = try section.flag("background", default: false) ? ElementKind.background : nil
            switch items {
            case .values(let values):
                try content.appendSection(
                    layout: index, values: values, header: header, footer: footer, background: background)
            case .count(let count):
                try content.appendUniformSection(
                    layout: index, count: count, value: [], header: header, footer: footer, background: background)
            }
        } catch let error as LayoutError {
            // Errors about values name their section themselves.
            guard case .badParameter = error else { throw error }
            throw InputError("\(section.place): \(error)")
        }
    }
}

extension SectionKind {
    /// A layout with its default parameters, whose items are given by their values.
    init(_ layout: NamedLayout) {
        let valueCount = layout.sample(0).count
        let parts = (0..<valueCount).map { "value \($0)" }
        self.init(
            name: layout.id, summary: "\(layout.summary); section: \(valueCount > 0 ? "values" : "count")"
        ) { (section) throws(InputError) in
            guard valueCount > 0 else { return (layout.make(), .count(try section.count("count"))) }
            let count = try section.itemCount("values")
            return (layout.make(), .values(try section.tuples("values", of: parts, count: count)))
        }
    }
}

extension Fields {
    /// The distances that most layouts take.
    func spacings() throws(InputError) -> (insets: EdgeInsets, line: Double, item: Double) {
        (try insets("insets"), try number("lineSpacing", default: 10), try number("itemSpacing", default: 10))
    }

    /// How many items a section has: what it says, or else the length of a list with an entry for each.
    func itemCount(_ list: String) throws(InputError) -> Int {
        has("count") ? try count("count") : try array(list).count
    }
}

extension SectionKind.Items {
    /// A list for each value that a layout takes, all with an entry for each item.
    static func columns(_ lists: [Double]...) -> Self {
        .values(lists[0].indices.flatMap { item in lists.map { $0[item] } })
    }
}
