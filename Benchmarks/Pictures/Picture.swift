import BenchmarkKit
import CollectionLayout

/// Panels side by side, with a legend, as one SVG that needs nothing else.
struct Picture {
    let panels: [Panel]

    private static let margin = 24.0
    private static let gap = 28.0
    /// The breadth of all panels and the gaps between them.
    private static let breadth = 960.0
    /// The most elements: more cannot be told apart, and no browser scrolls them.
    static let largestCount = 20_000

    /// A panel for each case, or one for each content offset of a case that has any.
    init(_ cases: [FrameCase]) throws(InputError) {
        var panels: [Panel] = []
        var count = 0
        for item in cases {
            count += (item.content.itemCount + item.content.supplementaryCount) * max(item.offsets.count, 1)
            guard count <= Self.largestCount else {
                throw InputError(
                    "\(item.fields.place): the picture gets \(count) elements, expected at most \(Self.largestCount)")
            }
            let layout = try item.layOut()
            let scenes = layout.scrolled.isEmpty ? [layout.still] : layout.scrolled
            panels += scenes.map { Panel($0, of: item, layout, isScrolled: !layout.scrolled.isEmpty) }
        }
        self.panels = panels
    }

    /// Four panels a row, or fewer, or one where all are far broader than high.
    private var columns: Int {
        panels.allSatisfy { $0.extent.width > 2 * $0.extent.height } ? 1 : min(panels.count, 4)
    }

    private var box: Size {
        let width = (Self.breadth - Double(columns - 1) * Self.gap) / Double(columns)
        return columns == 1 ? Size(width: width, height: 640) : Size(width: width, height: 1.75 * width)
    }

    var svg: String {
        var lines: [String] = []
        var y = Self.margin
        for first in stride(from: 0, to: panels.count, by: columns) {
            let row = panels[first..<min(first + columns, panels.count)]
            for (column, panel) in row.enumerated() {
                lines.append(
                    panel.svg(at: Point(x: Self.margin + Double(column) * (box.width + Self.gap), y: y), box))
            }
            y += (row.map { $0.height(box) }.max() ?? 0) + Self.gap
        }
        let (legend, end) = legend(from: y)
        let size = Size(width: Self.breadth + 2 * Self.margin, height: end + Self.margin)
        let paper = Rect(x: 0.5, y: 0.5, width: size.width - 1, height: size.height - 1)
        let content =
            [SVG.element("style", [:], Shape.style), SVG.rect("paper", paper)] + lines + [legend]
        return SVG.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": SVG.number(size.width),
                "height": SVG.number(size.height),
                "viewBox": "0 0 \(SVG.number(size.width)) \(SVG.number(size.height))",
            ], "\n" + content.joined(separator: "\n") + "\n") + "\n"
    }

    /// A swatch and a word for each shape that is there, and where the lines end.
    private func legend(from top: Double) -> (svg: String, end: Double) {
        let shapes = panels.reduce(into: Set<Shape>()) { $0.formUnion($1.shapes) }
        var lines: [String] = []
        var x = Self.margin
        var y = top
        for shape in Shape.allCases where shapes.contains(shape) {
            let breadth = 26 + SVG.breadth(of: shape.meaning, 0.92 * 12) + 16
            if x > Self.margin, x + breadth > Self.margin + Self.breadth {
                x = Self.margin
                y += 22
            }
            let classes = shape == .hit ? "swatch cell hit" : "swatch \(shape.rawValue)"
            lines.append(SVG.rect(classes, Rect(x: x, y: y, width: 18, height: 14)))
            lines.append(SVG.text("note", shape.meaning, at: Point(x: x + 26, y: y + 11), size: 12))
            x += breadth
        }
        return (SVG.element("g", ["class": "legend"], "\n" + lines.joined(separator: "\n") + "\n"), y + 14)
    }
}
