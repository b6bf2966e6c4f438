import CollectionLayout

/// The picture of one scene: all elements of a case, true to scale, with the viewport.
struct Panel {
    let title: String
    let note: String
    /// The part of the plane that is drawn, in points of the content.
    let extent: Rect
    private let content: Rect
    private let viewport: Rect
    private let query: Rect?
    private let elements: [LayoutAttributes]
    private let hits: Set<ElementID>

    /// Height of the lines above the drawing.
    static let captionHeight = 42.0

    /// A panel of a scene; a scroll is told in its note.
    init(_ scene: CaseLayout.Scene, of item: FrameCase, _ layout: CaseLayout, isScrolled: Bool) {
        title = item.name
        content = Rect(origin: .zero, size: layout.contentSize)
        viewport = Rect(origin: scene.offset, size: item.bounds)
        query = item.options.query
        hits = Set(scene.hits)
        // The nearest to the viewer comes last.
        elements = scene.attributes.sorted { ($0.zIndex, $0.id) < ($1.zIndex, $1.id) }
        extent = elements.reduce([query ?? viewport, content].reduce(viewport) { $0.union($1) }) { $0.union($1.frame) }
        let size = "\(SVG.whole(layout.contentSize.width)) × \(SVG.whole(layout.contentSize.height)) pt"
        var parts = [(query == nil ? "" : "\(hits.count) hits of ") + "\(elements.count) elements", size]
        if isScrolled { parts.append("at \(SVG.whole(scene.offset.x)), \(SVG.whole(scene.offset.y))") }
        note = parts.joined(separator: " · ")
    }

    /// What the legend has to explain.
    var shapes: Set<Shape> {
        let kinds = elements.map { Shape($0.id.kind) }
        return Set(kinds + [.viewport] + (query == nil ? [] : [.query, .hit]))
    }

    /// Pixels a point, for a box of a picture: tall contents may hang out of it below, so that they can still be read.
    func scale(_ box: Size) -> Double {
        let across = box.width / max(extent.width, 1)
        return min(across, 2, max(box.height / max(extent.height, 1), across / 2))
    }

    /// How large it is in a box, the caption included.
    func height(_ box: Size) -> Double { Self.captionHeight + extent.height * scale(box) }

    func svg(at corner: Point, _ box: Size) -> String {
        let scale = scale(box)
        let top = corner.y + Self.captionHeight
        func place(_ point: Point) -> Point {
            Point(x: corner.x + (point.x - extent.x) * scale, y: top + (point.y - extent.y) * scale)
        }
        func place(_ rect: Rect) -> Rect {
            Rect(origin: place(rect.origin), size: Size(width: rect.width * scale, height: rect.height * scale))
        }
        var lines = [
            SVG.text("title", shortened(title, 15, box), at: Point(x: corner.x, y: corner.y + 14), size: 15),
            SVG.text("note", shortened(note, 11, box), at: Point(x: corner.x, y: corner.y + 31), size: 11),
            SVG.rect("content", place(content)),
        ]
        for element in elements {
            lines.append(shape(of: element, place(element.frame), place))
            lines.append(label(of: element, place(element.frame)))
        }
        if let query { lines.append(SVG.rect(Shape.query.rawValue, place(query))) }
        lines.append(SVG.rect(Shape.viewport.rawValue, place(viewport)))
        return SVG.element("g", ["class": "panel"], "\n" + lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n")
    }

    private func shape(of element: LayoutAttributes, _ frame: Rect, _ place: (Point) -> Point) -> String {
        let id = element.id
        let shape = Shape(id.kind).rawValue + (hits.contains(id) ? " \(Shape.hit.rawValue)" : "")
        let numbers = [element.frame.x, element.frame.y, element.frame.width, element.frame.height].map(SVG.number)
        let tip = SVG.element(
            "title", [:], SVG.escaped("\(id.kind) \(id.section)/\(id.item): \(numbers.joined(separator: ", "))"))
        guard element.transform3D != .identity else {
            return SVG.rect(shape, frame, opacity: element.alpha, tip)
        }
        let centre = element.center
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, y in
            let corner = element.transform3D.applied(to: Point(x: x * element.size.width, y: y * element.size.height))
            let point = place(Point(x: centre.x + corner.x, y: centre.y + corner.y))
            return "\(SVG.number(point.x)),\(SVG.number(point.y))"
        }
        return SVG.element(
            "polygon",
            ["class": shape, "points": corners.joined(separator: " "), "opacity": SVG.number(element.alpha)], tip)
    }

    /// The number of a cell in its middle, what other elements are at their beginning; nothing where there is no room.
    private func label(of element: LayoutAttributes, _ frame: Rect) -> String {
        let id = element.id
        let isCell = id.kind == .cell
        let number = "\(id.kind == .header || id.kind == .footer ? id.section : id.item)"
        let texts: [String] =
            switch Shape(id.kind) {
            case .header, .footer: ["\(id.kind) \(number)", number]
            case .decoration: []
            default: [number]
            }
        for text in texts {
            // Hour headers lie behind all of a calendar: what stands at their beginning stays free.
            let size = min(isCell ? 13 : 11, 0.8 * frame.height, (frame.width - 4) / SVG.breadth(of: text, 1))
            guard size >= 5.5 else { continue }
            let x = isCell ? frame.x + frame.width / 2 : frame.x + 4
            return SVG.text(
                "label", text, at: Point(x: x, y: frame.y + frame.height / 2 + 0.36 * size), size: size,
                isCentred: isCell, opacity: element.alpha)
        }
        return ""
    }

    /// A caption that stays within its box.
    private func shortened(_ text: String, _ size: Double, _ box: Size) -> String {
        // Prose is narrower than digits.
        let room = Int(box.width / SVG.breadth(of: "0", 0.8 * size))
        return text.count <= room ? text : text.prefix(max(room - 1, 0)) + "…"
    }
}
