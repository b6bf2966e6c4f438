extension OptionParser {
    /// The options with their explanations in two aligned columns, wrapped at `width` characters; every line ends with a
    /// line feed.
    ///
    /// A synopsis longer than a third of the width stands on a line of its own. O(length of the text).
    public func helpText(width: Int = 80) -> String {
        let indent = 2
        let synopses = options.map(\.synopsis)
        let widest = max(20, width / 3)
        let column = indent + (synopses.map(\.count).filter { $0 <= widest }.max() ?? 0) + 2
        var text = ""
        for (option, synopsis) in zip(options, synopses) {
            var line = String(repeating: " ", count: indent) + synopsis
            if synopsis.count > widest {
                text += line + "\n"
                line = ""
            }
            for piece in Self.wrapped(option.help, width: max(20, width - column)) {
                text += line + String(repeating: " ", count: column - line.count) + piece + "\n"
                line = ""
            }
        }
        return text
    }

    /// The text's words in lines of at most `width` characters; a longer word has a line of its own. O(length of the text).
    public static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
