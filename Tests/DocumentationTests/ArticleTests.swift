import Foundation
import LayoutTestSupport
import Testing

/// Every piece of Swift code in the documentation stands in a file of this folder, where it is compiled and run.
@Suite struct ArticleTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

    /// Files of a folder and below with one of the suffixes, by their paths from the root.
    private static func files(_ folder: String, _ suffixes: [String]) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.allObjects ?? []
        return names.compactMap { $0 as? String }.filter { name in suffixes.contains { name.hasSuffix($0) } }
            .map { folder + "/" + $0 }.sorted()
    }

    static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).components(separatedBy: "\n")
    }

    /// Lines without what may differ: indentation, empty lines, imports.
    private static func bare(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }

    /// The blocks that begin with "```swift", in files and in the comments of sources.
    static func blocks(_ lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        var isInComment = false
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            let comment = text.hasPrefix("///") ? text.dropFirst(3).trimmingCharacters(in: .whitespaces) : nil
            if let lines = block {
                let line = isInComment ? comment ?? text : text
                block = line == "```" ? nil : lines + [line]
                if block == nil { blocks.append(bare(lines)) }
            } else if text == "```swift" || comment == "```swift" {
                isInComment = comment != nil
                block = []
            }
        }
        return blocks
    }

    private static let documents =
        ["README.md", "CONTRIBUTING.md"] + files("docs", [".md"]) + files("Sources", [".md", ".swift"])

    @Test func allCodeIsCompiled() throws {
        let compiled = try Self.files("Tests/DocumentationTests", [".swift"]).map {
            "\n" + Self.bare(try Self.lines($0)).joined(separator: "\n") + "\n"
        }
        var count = 0
        for document in Self.documents {
            for block in Self.blocks(try Self.lines(document)) {
                count += 1
                let code = "\n" + block.joined(separator: "\n") + "\n"
                #expect(compiled.contains { $0.contains(code) }, "\(document): compile and run\(code)")
            }
        }
        #expect(count >= 15, "only \(count) blocks were found")
    }

    @Test func blocksAreFound() {
        let text = """
            Text.
            ```swift
            import CollectionLayout

            let a = 1
                let b = 2
            ```
            ```
            not this
            ```
            /// ```swift
            /// let c = 3
            /// ```
            ```swift
            /// A comment.
            let d = 4
            ```
            """
        let blocks = [["let a = 1", "let b = 2"], ["let c = 3"], ["/// A comment.", "let d = 4"]]
        #expect(Self.blocks(text.components(separatedBy: "\n")) == blocks)
    }
}
