import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// Every `swift run benchmarks …` in the documentation is a command line that the program takes.
@Suite struct DocumentedCommandsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let documents: [String] = {
        let all = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)?.allObjects ?? []
        let articles = all.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Sources/" + $0 }
        return ["README.md", "CONTRIBUTING.md", "docs/cases.md", "results/README.md"] + articles.sorted()
    }()

    @Test func commandLinesAreTaken() throws {
        let start = /swift run (?:-c release )?(?:--package-path \S+ )?benchmarks([^`#\n]*)/
        var count = 0
        for document in Self.documents {
            let text = try String(contentsOf: Self.root.appendingPathComponent(document), encoding: .utf8)
            for match in text.matches(of: start) where !match.1.contains("COMMAND") {
                count += 1
                let arguments = match.1.split(separator: " ").map(String.init)
                #expect(throws: Never.self, "\(document): \(match.0)") { try Invocation(arguments) }
            }
        }
        #expect(count > 20, "only \(count) command lines were found")
    }
}
