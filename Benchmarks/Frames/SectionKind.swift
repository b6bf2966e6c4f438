import BenchmarkKit
import CollectionLayout

/// A layout that sections of a case can name: one line in ``all``.
struct SectionKind: Sendable {
    /// What stands in the section's `layout`.
    let name: String
    let summary: String
    /// Adds the layout to the content; returns its index and the values of the items.
    let make:
        @Sendable (_ section: Fields, _ count: Int, _ content: inout Content) throws -> (layout: Int, values: [Double])

    static let all: [SectionKind] = [flow, grid]

    static let flow = SectionKind(
        name: FlowLayout.id, summary: "rows of items of their own sizes; section: alignment, itemSizes"
    ) { section, count, content in
        let layout = try content.addLayout(
            FlowLayout(
                insets: try section.insets("insets"), lineSpacing: try section.number("lineSpacing", default: 10),
                itemSpacing: try section.number("itemSpacing", default: 10),
                alignment: try section.choice("alignment", default: .default)))
        return (layout, try pairs(section, "itemSizes", count))
    }

    static let grid = SectionKind(
        name: GridLayout.id,
        summary: "rows of items that take 1/n of a row; section: alignment, lineFractions, aspectRatios"
    ) { section, count, content in
        let layout = try content.addLayout(
            GridLayout(
                insets: try section.insets("insets"), lineSpacing: try section.number("lineSpacing", default: 10),
                itemSpacing: try section.number("itemSpacing", default: 10),
                alignment: try section.choice("alignment", default: .default)))
        let fractions = try section.numbers("lineFractions", count: count)
        let ratios = try section.numbers("aspectRatios", count: count)
        return (layout, zip(fractions, ratios).flatMap { [$0, $1] })
    }

    /// The numbers of an array of pairs.
    private static func pairs(_ section: Fields, _ name: String, _ count: Int) throws(InputError) -> [Double] {
        var numbers: [Double] = []
        for (index, value) in try section.array(name, count: count).enumerated() {
            guard case .array(let pair) = value, pair.count == 2, case .number(let first) = pair[0],
                case .number(let second) = pair[1]
            else { throw InputError("\(section.place): '\(name)' entry \(index): expected [width, height]") }
            numbers += [first, second]
        }
        return numbers
    }

    /// Appends a section as it stands in a case.
    static func append(_ section: Fields, to content: inout Content) throws {
        let name = try section.string("layout")
        guard let kind = all.first(where: { $0.name == name }) else {
            let names = all.map { "'\($0.name)'" }.joined(separator: ", ")
            throw InputError("\(section.place): unknown layout '\(name)', expected one of \(names)")
        }
        let (layout, values) = try kind.make(section, try section.count("count"), &content)
        try content.appendSection(
            layout: layout, values: values, header: try section.size("headerSize", default: .zero),
            footer: try section.size("footerSize", default: .zero))
    }
}
