import BenchmarkKit
import CollectionLayout

/// One case of a file: sections, or one layout by itself, and what to look at.
///
/// A case without sections is its own only section. Its layout is the case's `layout`, or its `id` up to the number at
/// its end.
struct FrameCase {
    /// How a file's cases are laid out.
    struct Options {
        var fidelity = Fidelity.corrected
        var snapping = Snapping.grain
        var strategy = CacheStrategy.oracle
        var query: Rect?
    }

    let fields: Fields
    let options: Options
    /// The case's id, or its position in the file.
    let name: String
    /// Whether the case has sections, each with a layout of its own.
    let hasSections: Bool
    let bounds: Size
    let contentInset: EdgeInsets
    let content: Content
    let effects: EffectLayer
    /// How far the content is scrolled, each time that the effects are looked at.
    let offsets: [Point]
    /// The rects of the case's own queries.
    let queries: [Rect]

    /// All cases of a file.
    static func read(_ path: String, _ options: Options) throws -> [FrameCase] {
        let value = try JSONText.value(TextFile.read(path), file: path)
        guard case .array(let values) = value else {
            throw InputError("\(path): got \(value.kind), expected an array of cases")
        }
        guard !values.isEmpty else { throw InputError("\(path): there are no cases") }
        return try values.enumerated().map { index, value in
            try FrameCase(value, index: index, file: path, options: options)
        }
    }

    /// - Parameter index: the case's position in its file, for the messages about a case without an id.
    init(_ value: JSONValue, index: Int, file: String, options: Options) throws {
        var name = "\(index)"
        if case .object(let members) = value, case .string(let id) = members["id"] { name = "'\(id)'" }
        let fields = try Fields(value, place: "\(file): case \(name)")
        self.fields = fields
        self.options = options
        self.name = try fields.string("id", default: "case \(index)")
        hasSections = fields.has("sections")
        bounds = try fields.size("bounds")
        contentInset = try fields.insets("contentInset")
        offsets = try fields.has("effects") ? fields.objects("effects").map { try $0.point("contentOffset") } : []
        queries = try fields.has("queries") ? fields.objects("queries").map { try $0.rect("rect") } : []
        do {
            (content, effects) = try Self.sections(of: fields, bounds, contentInset, options)
        } catch let error as LayoutError {
            throw InputError("\(fields.place): \(error)")
        }
        try fields.checkSpelling(except: Self.printed)
    }

    private static func sections(
        of fields: Fields, _ bounds: Size, _ contentInset: EdgeInsets, _ options: Options
    ) throws -> (Content, EffectLayer) {
        var content = try Content(
            axis: try fields.choice("scrollDirection", default: Axis.vertical), bounds: bounds,
            contentInset: contentInset, snapping: options.snapping, fidelity: options.fidelity)
        guard fields.has("sections") else {
            for name in ["effects", "pinHeaders", "pinFooters", "pinPolicy", "pinOffset"] where fields.has(name) {
                throw InputError("\(fields.place): '\(name)' is for cases with 'sections'")
            }
            try SectionKind.named(try layoutName(fields), in: fields).append(fields, to: &content)
            return (content, EffectLayer())
        }
        var effects: [Int: [any Effect]] = [:]
        for (index, value) in try fields.array("sections").enumerated() {
            let section = try Fields(value, place: "\(fields.place), section \(index)")
            try SectionKind.named(try section.string("layout"), in: section).append(section, to: &content)
            let all = try EffectKind.effects(of: section, options.fidelity)
            if !all.isEmpty { effects[index] = all }
            try section.checkNames()
        }
        return (content, EffectLayer(sections: effects))
    }

    /// The layout of a case without sections.
    private static func layoutName(_ fields: Fields) throws(InputError) -> String {
        let id = try fields.string("id", default: "")
        let stem = id.split(separator: "-", omittingEmptySubsequences: false)
        return try fields.string(
            "layout", default: stem.last.flatMap { Int($0) } == nil ? id : stem.dropLast().joined(separator: "-"))
    }
}
