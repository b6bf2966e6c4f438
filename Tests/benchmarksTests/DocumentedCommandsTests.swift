import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// Every `swift run benchmarks …` in the documentation is a command line that the program takes, names and numbers included.
@Suite struct DocumentedCommandsTests {
    private static let root = ReleaseBuild.packagePath + "/"

    private static let documents: [String] = {
        let all = FileManager.default.enumerator(atPath: root + "Sources")?.allObjects ?? []
        let articles = all.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Sources/" + $0 }
        return ["README.md", "CONTRIBUTING.md", "docs/cases.md", "results/README.md", "results/reference/README.md"]
            + articles.sorted()
    }()

    /// The text with what stands within backticks in one line, as it is typed; blocks of code stay.
    private static func unwrapped(_ text: String) -> String {
        let parts = text.split(separator: "```", omittingEmptySubsequences: false).map(String.init)
        return parts.enumerated().map { index, part in
            index % 2 == 1 ? part : part.replacing(/`[^`]*`/) { $0.output.replacing("\n", with: " ") }
        }.joined(separator: "```")
    }

    @Test func commandLinesAreTaken() throws {
        let start = /swift run (?:-c release )?(?:--package-path \S+ )?benchmarks([^`#\n]*)/
        var count = 0
        let folder = try Folder()
        // The strategy of the worked example, and files, are the reader's own.
        let own = [
            ("sorted-window", "packed-rtree"),
            (
                "frames.csv",
                try folder.write("section,item,kind,x,y,width,height\n0,0,cell,0,0,390,900\n", to: "frames.csv")
            ), ("viewports.csv", try folder.write("x,y,width,height\n0,0,390,844\n", to: "viewports.csv")),
        ]
        for document in Self.documents {
            for match in Self.unwrapped(try TextFile.read(Self.root + document)).matches(of: start)
            where !match.1.contains("COMMAND") {
                count += 1
                let arguments = match.1.split(separator: " ").map { word in
                    own.reduce(String(word)) { $0 == $1.0 ? $1.1 : $0 }
                }
                #expect(throws: Never.self, "\(document): \(match.0)") {
                    let invocation = try Invocation(arguments)
                    try invocation.command.check(invocation.options)
                }
            }
        }
        #expect(count > 20, "only \(count) command lines were found")
    }
}
