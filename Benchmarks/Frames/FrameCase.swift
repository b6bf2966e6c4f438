import BenchmarkKit
import CollectionLayout

/// One case of a file: laid out by the engine, printed as it was read with what was computed.
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

    /// - Parameter index: the case's position in its file, for the messages about a case without an id.
    init(_ value: JSONValue, index: Int, file: String, options: Options) throws(InputError) {
        var place = "\(file): case \(index)"
        if case .object(let members) = value, case .string(let id) = members["id"] { place = "\(file): case '\(id)'" }
        fields = try Fields(value, place: place)
        self.options = options
    }

    /// Whether the case has sections, each with a layout of its own.
    private var hasSections: Bool { fields.has("sections") }

    /// The content that the case describes.
    func content() throws -> Content {
        do {
            let axis = try fields.choice("scrollDirection", default: Axis.vertical)
            var content = try Content(
                axis: axis, bounds: try fields.size("bounds"), contentInset: try fields.insets("contentInset"),
                snapping: options.snapping, fidelity: options.fidelity)
            if hasSections {
                for (index, section) in try fields.array("sections").enumerated() {
                    let place = "\(fields.place), section \(index)"
                    try SectionKind.append(try Fields(section, place: place), to: &content)
                }
            } else {
                try CaseKind.named(fields).fill(fields, &content)
            }
            return content
        } catch let error as LayoutError {
            throw InputError("\(fields.place): \(error)")
        }
    }

    /// The case with its computed content size and frames and, where a rect was asked for, the hits.
    func computed() throws -> JSONValue {
        let content = try content()
        let axis = content.container.axis
        var cache = options.strategy.make()
        do {
            try cache.prepare(content)
        } catch {
            throw InputError("\(fields.place): \(error)")
        }
        var members = fields.members
        members["contentSize"] = .size(axis.transpose(cache.contentSize))
        // Effects come with scrolling: what the file says of them is not computed here.
        if hasSections { members["effects"] = nil }
        let elements = Elements(of: cache)
        if hasSections {
            members["attributes"] = .array(elements.sorted.map { Self.attributes($0.id, axis.transpose($0.frame)) })
        } else {
            members["frames"] = .array(
                elements.sorted.filter { $0.id.kind == .cell }.map { .rect(axis.transpose($0.frame)) })
        }
        if let query = options.query {
            var hits = HitBuffer()
            cache.query(axis.transpose(query), into: &hits)
            members["query"] = .rect(query)
            members["hits"] = .array(hits.ids.sorted().map { Self.name($0) })
        }
        return .object(members)
    }

    private static func attributes(_ id: ElementID, _ frame: Rect) -> JSONValue {
        guard case .object(var members) = name(id) else { return .null }
        members["frame"] = .rect(frame)
        return .object(members)
    }

    private static func name(_ id: ElementID) -> JSONValue {
        .object([
            "kind": .string(id.kind.description), "section": .number(Double(id.section)),
            "item": .number(Double(id.item)),
        ])
    }
}

/// All elements of a cache with their frames, found by a rect that meets everything.
struct Elements: HitSink {
    private(set) var found: [(id: ElementID, frame: Rect)] = []

    init(of cache: any AttributeCache) {
        var none = NoCounts()
        let edge = 4 * Snapping.largestCoordinate
        cache.search(Rect(x: -edge, y: -edge, width: 2 * edge, height: 2 * edge), into: &self, counting: &none)
    }

    /// In the order of ids: by section, then cells, headers, footers and others.
    var sorted: [(id: ElementID, frame: Rect)] { found.sorted { $0.id < $1.id } }

    mutating func reserve(_ count: Int) {}

    mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
        if hit { found.append((id, frame())) }
    }
}
