import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// What `merge` joins, and what it does not replace.
@Suite struct MergeCommandTests {
    private static let scope = [
        "--quick", "--size", "100,300", "--metric", "hits", "--dataset", "chat,photo-days", "--strategy", "incremental",
    ]

    private func part(_ number: Int, in folder: Folder) throws -> String {
        let path = "\(folder.path)/part\(number).csv"
        let outcome = try Program.run(["run", "--path", path, "--shard=\(number)/3"] + Self.scope)
        #expect(outcome.code == 0, "\(outcome.error)")
        return path
    }

    /// The file says of itself what all of it is, and a part that is not there is missed.
    @Test func partsThatAreMissingAreTold() throws {
        let folder = try Folder()
        let parts = try [1, 2, 3].map { try part($0, in: folder) }
        let (some, all) = (folder.path + "/some.csv", folder.path + "/all.csv")
        let short = try Program.run(["merge", parts[0], parts[2], "--path", some])
        #expect(short.code == 0 && short.error.contains("warning: missing of the 3 parts of the run: 2"), "\(short)")
        let whole = try Program.run(["merge"] + parts + ["--path", all])
        #expect(whole.code == 0 && !whole.error.contains("warning"), "\(whole)")
        #expect(try Environment(besides: all).arguments == ["run"] + Self.scope)
        // What was joined before is no part any more: nothing is known to be missing.
        let rest = try Program.run(["merge", some, parts[1], "--path", folder.path + "/late.csv"])
        #expect(rest.code == 0 && !rest.error.contains("warning"), "\(rest)")
    }

    @Test func nothingElseIsReplaced() throws {
        let folder = try Folder()
        let part = try part(1, in: folder)
        for name in ["notes.md", "notes.csv"] {
            let notes = try folder.write("keep\n", to: name)
            let outcome = try Program.run(["merge", part, "--path", notes])
            #expect(outcome.code == 1 && outcome.error.contains("which is not replaced"), "\(outcome)")
            #expect(try TextFile.read(notes) == "keep\n")
        }
        let text = try TextFile.read(part)
        let itself = try Program.run(["merge", part, "--path", folder.path + "/./part1.csv"])
        #expect(itself.code == 1 && itself.error.contains("got it as '--path', too"), "\(itself)")
        #expect(try TextFile.read(part) == text)
    }
}
