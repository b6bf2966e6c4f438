import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension XMLParserDelegate {
    /// Reads a text.
    ///
    /// - Throws: where it is no XML, with the line.
    func read(_ text: String) throws {
        // Piece by piece: of one piece the parser takes 10 MB.
        let parser = XMLParser(stream: InputStream(data: Data(text.utf8)))
        parser.delegate = self
        let isRead = parser.parse()
        try #require(isRead, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }
}
