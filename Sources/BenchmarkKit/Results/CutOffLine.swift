/// What is left of a file's last line where whoever wrote it was ended before its line feed: nothing tells whether the last
/// of its fields is whole.
public struct CutOffLine: Sendable, Equatable, CustomStringConvertible {
    /// The file's name.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The line's text.
    public let text: String

    /// The line behind a text's last line feed; nil where there is none, or where the text is but one line. O(length).
    init?(of text: String, file: String) {
        let whole = ResultFile.wholeLines(text)
        guard whole.utf8.count < text.utf8.count else { return nil }
        self.file = file
        line = whole.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        self.text = String(decoding: text.utf8.dropFirst(whole.utf8.count), as: UTF8.self)
    }

    /// `a.csv:12: got '1,run', expected a line with its end: left out, as it was cut off`. Of a long line the start.
    public var description: String {
        let limit = 400
        let start = text.count > limit ? text.prefix(limit) + "…" : text[...]
        return "\(file):\(line): got '\(start)', expected a line with its end: left out, as it was cut off"
    }
}
