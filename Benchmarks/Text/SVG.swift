import CollectionLayout

/// Writes SVG: attributes and texts are escaped, coordinates are rounded to a hundredth.
enum SVG {
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ content: String = "") -> String {
        let text = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.isEmpty ? "<\(name)\(text)/>" : "<\(name)\(text)>\(content)</\(name)>"
    }

    static func rect(_ shape: String, _ rect: Rect, opacity: Double = 1, _ content: String = "") -> String {
        element(
            "rect",
            [
                "class": shape, "x": number(rect.x), "y": number(rect.y), "width": number(rect.width),
                "height": number(rect.height), "opacity": number(opacity),
            ], content)
    }

    /// A text, as broad as ``breadth(of:_:)`` says, about.
    static func text(
        _ shape: String, _ text: String, at point: Point, size: Double, isCentred: Bool = false, opacity: Double = 1
    ) -> String {
        element(
            "text",
            [
                "class": isCentred ? "\(shape) centred" : shape, "x": number(point.x), "y": number(point.y),
                "font-size": number(size), "opacity": number(opacity),
            ], escaped(text))
    }

    /// How broad a text is in the fonts at hand: digits and small letters take about 0.6 of the size.
    static func breadth(of text: String, _ size: Double) -> Double { 0.6 * size * Double(text.count) }

    static func number(_ value: Double) -> String { JSONValue.number((value * 100).rounded() / 100).text() }

    static func whole(_ value: Double) -> String { number(value.rounded()) }

    /// A text without what XML takes for markup, and without characters that it does not know at all.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case let other where other.value < 0x20 || (0xFFFE...0xFFFF).contains(other.value): result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
