import Foundation

@testable import benchmarks

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A page or a chart of the program, read back by an XML parser.
final class PageReader: NSObject, XMLParserDelegate {
    /// A number with its place in a result file.
    struct Number {
        let section: String
        let run: String
        let row: String
        let value: String
        var text = ""
    }

    /// A marker of a chart.
    struct Dot {
        let figure: String
        let x: Double
        let y: Double
        var tip = ""
    }

    private(set) var numbers: [Number] = []
    private(set) var dots: [Dot] = []
    /// The text of each section, by its id.
    private(set) var texts: [String: String] = [:]
    private(set) var figures: [String] = []
    /// The attributes `src` and `href` of all elements.
    private(set) var references: [String] = []
    private(set) var elements: Set<String> = []
    private var section = ""
    private var path: [(name: String, classes: String)] = []

    /// - Throws: where the text is no XML.
    init(_ text: String) throws {
        super.init()
        try read(text)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.insert(name)
        references += [attributes["src"], attributes["href"]].compactMap(\.self)
        let classes = attributes["class"] ?? ""
        if name == "section" { section = attributes["id"] ?? "" }
        if name == "figure" { figures.append(attributes["id"] ?? "") }
        if name == "data" {
            numbers.append(
                Number(
                    section: section, run: attributes["data-run"] ?? "", row: attributes["data-row"] ?? "",
                    value: attributes["value"] ?? ""))
        }
        if classes == "dot", let place = attributes["transform"]?.wholeMatch(of: /translate\((\S+) (\S+)\)/) {
            dots.append(Dot(figure: figures.last ?? "", x: Double(place.1) ?? .nan, y: Double(place.2) ?? .nan))
        }
        path.append((name, classes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        texts[section, default: ""] += string
        guard let here = path.last else { return }
        if here.name == "data" { numbers[numbers.count - 1].text += string }
        if here.name == "title", path.dropLast().last?.classes == "dot" { dots[dots.count - 1].tip += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "section" { section = "" }
        path.removeLast()
    }
}
