import CollectionLayout

/// Cases as they are printed: as they were read, with what was computed.
extension FrameCase {
    /// The case with its computed content size and frames, what its effects and queries yield and, where a rect was asked
    /// for, the hits.
    func computed() throws(InputError) -> JSONValue {
        let layout = try layOut()
        var members = fields.members
        members["contentSize"] = .size(layout.contentSize)
        if hasSections {
            members["attributes"] = .array(layout.still.attributes.map { Self.entry($0) })
        } else {
            describe(layout.still.attributes, in: &members)
        }
        if fields.has("effects") { members["effects"] = .array(layout.scrolled.map(effects)) }
        if fields.has("queries") {
            let kinds = Set(layout.still.attributes.map(\.id.kind)).union([.cell])
            members["queries"] = .array(zip(queries, layout.answers).map { answer($0, $1, kinds) })
        }
        if let query = options.query {
            members["query"] = .rect(query)
            members["hits"] = Self.names(layout.still.hits)
        }
        return .object(members)
    }

    /// What the lists of a case without sections are called: of frames, and of the items that a query finds.
    private static let lists: [(kind: ElementKind, frames: String, items: String)] = [
        (.cell, "frames", "items"),
        (CalendarWeekLayout.dayHeaderKind, "dayHeaders", "dayHeaders"),
        (CalendarWeekLayout.hourHeaderKind, "hourHeaders", "hourHeaders"),
    ]

    /// Puts the frames of a case without sections in place of those that were read, kind by kind.
    private func describe(_ attributes: [LayoutAttributes], in members: inout [String: JSONValue]) {
        for list in Self.lists {
            let frames = attributes.filter { $0.id.kind == list.kind }.map { JSONValue.rect($0.frame) }
            members[list.frames] = list.kind == .cell || !frames.isEmpty ? .array(frames) : nil
        }
        for (kind, name) in [(ElementKind.header, "header"), (.footer, "footer"), (.background, "backgroundFrame")] {
            members[name] = attributes.first { $0.id.kind == kind }.map { .rect($0.frame) }
        }
        members["headerZIndex"] = attributes.first { $0.id.kind == CalendarWeekLayout.dayHeaderKind }
            .map { .number(Double($0.zIndex)) }
    }

    /// What is printed of a case beside what it is made of, and can therefore be in one that is read.
    static let printed: Set<String> = [
        "contentSize", "attributes", "frames", "header", "footer", "backgroundFrame", "dayHeaders", "hourHeaders",
        "headerZIndex", "query", "hits",
    ]

    private func effects(_ scene: CaseLayout.Scene) -> JSONValue {
        var members: [String: JSONValue] = [
            "contentOffset": .array([.number(scene.offset.x), .number(scene.offset.y)]),
            "attributes": .array(scene.attributes.map { Self.entry($0, withEffects: true) }),
        ]
        if options.query != nil { members["hits"] = Self.names(scene.hits) }
        return .object(members)
    }

    private func answer(_ query: Rect, _ found: [ElementID], _ kinds: Set<ElementKind>) -> JSONValue {
        var members: [String: JSONValue] = ["rect": .rect(query)]
        if hasSections { members["hits"] = Self.names(found) }
        for list in Self.lists where !hasSections && kinds.contains(list.kind) {
            members[list.items] = .array(found.filter { $0.kind == list.kind }.map { .number(Double($0.item)) })
        }
        return .object(members)
    }

    private static func entry(_ attributes: LayoutAttributes, withEffects: Bool = false) -> JSONValue {
        var members = name(attributes.id)
        members["frame"] = .rect(attributes.frame)
        if withEffects {
            members["zIndex"] = .number(Double(attributes.zIndex))
            members["alpha"] = .number(attributes.alpha)
            if attributes.transform3D != .identity {
                let (first, second, third, fourth) = attributes.transform3D.rows
                let numbers = [first, second, third, fourth].flatMap { row in (0..<4).map { row[$0] } }
                members["transform3D"] = .array(numbers.map { .number($0) })
            }
        }
        return .object(members)
    }

    private static func names(_ ids: [ElementID]) -> JSONValue { .array(ids.sorted().map { .object(name($0)) }) }

    private static func name(_ id: ElementID) -> [String: JSONValue] {
        [
            "kind": .string(id.kind.description), "section": .number(Double(id.section)),
            "item": .number(Double(id.item)),
        ]
    }
}
