import BenchmarkKit
import CollectionLayout

/// A case that is one layout by itself, without sections: one line in ``all``.
///
/// Its name is the case's `layout`, or its `id` up to the number at its end.
struct CaseKind: Sendable {
    let name: String
    let summary: String
    /// Fills the content.
    let fill: @Sendable (_ fields: Fields, _ content: inout Content) throws -> Void

    static let all: [CaseKind] = [waterfall]

    static let waterfall = CaseKind(
        name: WaterfallLayout.id, summary: "each item in the shortest column; case: columns, heights, insets, spacings"
    ) { fields, content in
        let layout = try content.addLayout(
            WaterfallLayout(
                laneCount: try fields.count("columns"), insets: try fields.insets("insets"),
                lineSpacing: try fields.number("lineSpacing", default: 10),
                itemSpacing: try fields.number("itemSpacing", default: 10)))
        try content.appendSection(layout: layout, values: try fields.numbers("heights"))
    }

    /// The kind of a case.
    static func named(_ fields: Fields) throws(InputError) -> CaseKind {
        let id = try fields.string("id", default: "")
        let stem = id.split(separator: "-", omittingEmptySubsequences: false)
        let name = try fields.string(
            "layout", default: stem.last.flatMap { Int($0) } == nil ? id : stem.dropLast().joined(separator: "-"))
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = all.map { "'\($0.name)'" }.joined(separator: ", ")
        throw InputError("\(fields.place): unknown layout '\(name)', expected one of \(names), or 'sections'")
    }
}
