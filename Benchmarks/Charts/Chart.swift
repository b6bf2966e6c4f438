import CollectionLayout

/// A drawn chart: an SVG of its own, and the numbers in it as a table.
struct Chart {
    /// What its file is called, without ending.
    var id: String
    let title: String
    /// What its reader hears.
    let summary: String
    let size: Size
    /// The elements within the SVG.
    let content: String
    /// Of what run and commit it is.
    let origin: String
    let table: DataTable

    /// All charts have this breadth, so that their letters are equally large.
    static let breadth = 420.0
    static let titleSize = 14.0
    static let textSize = 12.0

    /// An SVG for a page that holds the style sheet.
    var inline: String {
        SVG.element(
            "svg",
            [
                "class": "chart", "role": "img", "aria-label": "\(title): \(summary)",
                "viewBox": "0 0 \(SVG.number(size.width)) \(SVG.number(size.height))",
            ], content)
    }

    /// An SVG that needs nothing else, for so many styles.
    func alone(styles: Int) -> String {
        SVG.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "chart", "width": SVG.number(size.width),
                "height": SVG.number(size.height),
                "viewBox": "0 0 \(SVG.number(size.width)) \(SVG.number(size.height))",
            ],
            SVG.element("title", [:], SVG.escaped(title))
                + SVG.element("style", [:], ChartStyle.alone(count: styles))
                + SVG.rect("paper", Rect(origin: .zero, size: size)) + content) + "\n"
    }

    /// A file name of some words: lower-case letters, digits, dots and hyphens.
    static func id(_ words: [String]) -> String {
        let text = words.filter { !$0.isEmpty }.joined(separator: "-").lowercased()
        return String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    }

    /// Title and note at the top; both are cut where they are too long.
    static func heading(_ title: String, _ note: String) -> String {
        func cut(_ text: String, _ size: Double) -> String {
            // Prose is narrower than digits.
            let room = Int((breadth - 12) / SVG.breadth(of: "0", 0.92 * size))
            return text.count <= room ? text : text.prefix(room - 1) + "…"
        }
        return SVG.text("heading", cut(title, titleSize), at: Point(x: 6, y: 16), size: titleSize)
            + (note.isEmpty ? "" : SVG.text("note", cut(note, textSize), at: Point(x: 6, y: 33), size: textSize))
    }

    /// The breadth of the longest of some texts beside a plot.
    static func room(for texts: [String]) -> Double {
        texts.map { SVG.breadth(of: $0, 0.92 * textSize) }.max() ?? 0
    }

    static func line(_ shape: String, from: Point, to: Point) -> String {
        SVG.element("path", ["class": shape, "d": path([from, to])])
    }

    static func path(_ points: [Point], isClosed: Bool = false) -> String {
        let corners = points.map { "\(SVG.number($0.x)) \(SVG.number($0.y))" }
        return corners.isEmpty ? "" : "M" + corners.joined(separator: "L") + (isClosed ? "Z" : "")
    }

    /// A marker with a tip.
    static func dot(_ marker: String, at point: Point, tip: String) -> String {
        SVG.element(
            "path",
            [
                "class": "dot", "d": marker, "transform": "translate(\(SVG.number(point.x)) \(SVG.number(point.y)))",
            ], SVG.element("title", [:], SVG.escaped(tip)))
    }

    /// Moves places of labels apart, so that neighbours keep a distance, within bounds as far as there is room; the order
    /// stays. O(n log n).
    static func apart(_ places: [Double], distance: Double, in bounds: ClosedRange<Double>) -> [Double] {
        let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        var moved = places
        for (rank, index) in order.enumerated() {
            let least = rank == 0 ? bounds.lowerBound : moved[order[rank - 1]] + distance
            moved[index] = max(moved[index], least)
        }
        for rank in order.indices.reversed() {
            let most = rank + 1 == order.count ? bounds.upperBound : moved[order[rank + 1]] - distance
            moved[order[rank]] = min(moved[order[rank]], most)
        }
        return moved
    }
}
