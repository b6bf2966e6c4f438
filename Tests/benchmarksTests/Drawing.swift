import CollectionLayout
import Foundation

@testable import benchmarks

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An SVG of the program, read back by an XML parser.
final class Drawing: NSObject, XMLParserDelegate {
    /// A rect or polygon of a panel.
    struct Shape {
        let name: String
        let classes: [String]
        let attributes: [String: String]
        /// What stands in its `title`: `cell 0/3: 0, 10, 50, 50`.
        var tip = ""

        func number(_ attribute: String) -> Double { Double(attributes[attribute] ?? "") ?? .nan }
        var rect: Rect { Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height")) }
        /// The element's name, as in the tip.
        var element: String { String(tip.prefix { $0 != ":" }) }
    }

    struct Panel {
        var title = ""
        var shapes: [Shape] = []

        func shapes(_ type: String) -> [Shape] { shapes.filter { $0.classes.contains(type) } }
        var elements: [Shape] { shapes.filter { !$0.tip.isEmpty } }
    }

    private(set) var panels: [Panel] = []
    private(set) var texts: [String] = []
    private(set) var size = Size.zero
    private var path: [(name: String, classes: [String])] = []

    /// - Throws: where the text is no XML.
    init(_ svg: String) throws {
        super.init()
        try read(svg)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let classes = (attributes["class"] ?? "").split(separator: " ").map(String.init)
        if classes == ["panel"] { panels.append(Panel()) }
        let shape = Shape(name: name, classes: classes, attributes: attributes)
        if name == "svg" { size = Size(width: shape.number("width"), height: shape.number("height")) }
        if ["rect", "polygon"].contains(name), path.contains(where: { $0.classes == ["panel"] }) {
            panels[panels.count - 1].shapes.append(shape)
        }
        if name == "text" { texts.append("") }
        path.append((name, classes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard let here = path.last else { return }
        if here.name == "title" { panels[panels.count - 1].shapes[panels.last!.shapes.count - 1].tip += string }
        if here.name == "text" { texts[texts.count - 1] += string }
        if here.classes == ["title"] { panels[panels.count - 1].title += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
    }
}
