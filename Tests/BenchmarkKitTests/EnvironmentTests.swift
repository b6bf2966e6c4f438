import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct EnvironmentTests {
    private let folder = Folder()

    @Test func describesThisMachine() throws {
        let environment = Environment.current(
            arguments: ["run", "--quick"], seed: 3, repository: "/", time: Date(timeIntervalSince1970: 0)
        )
        #expect(environment.cores >= 1)
        #expect(environment.memoryBytes > 1 << 26)
        #expect(!environment.kernel.isEmpty && environment.kernel != "unknown")
        #expect(environment.time == "1970-01-01T00:00:00Z")
        #expect(environment.commit == "unknown" && environment.isDirty == nil)
        let back = try JSONDecoder().decode(Environment.self, from: Data(environment.json.utf8))
        #expect(back == environment)
        #expect(environment.json.contains("\"arguments\" : ["))
    }

    @Test func idNamesPlatformAndToolchain() throws {
        let id = try #require(Environment.currentID.wholeMatch(of: /(linux|macos)-(x86_64|aarch64)-swift(\d+\.\d+)/))
        #expect(id.3 == Environment.toolchain)
        #expect(Environment.current(arguments: [], seed: 1).id == Environment.currentID)
    }

    /// What a file tells of another machine is of that machine.
    @Test(arguments: [
        ("Darwin 24.1.0", "aarch64", "6.2", "macos-aarch64-swift6.2"),
        ("Linux 6.1.0", "aarch64", "6.1", "linux-aarch64-swift6.1"),
    ]) func idIsThatOfTheFile(_ kernel: String, _ architecture: String, _ toolchain: String, _ id: String) throws {
        var environment = Environment.current(arguments: [], seed: 1)
        (environment.kernel, environment.architecture, environment.toolchain) = (kernel, architecture, toolchain)
        try environment.write(besides: folder.file("a.csv"))
        #expect(try Environment(besides: folder.file("a.csv")).id == id)
    }

    /// The values that the authors of the hash give.
    @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func checksumsAreThoseOfTheHash(_ text: String, _ expected: String) { #expect(Checksum.of(text) == expected) }

    @Test func stealIsAShareOfAllTicks() throws {
        let start = try #require(ProcessorTimes(stat: "cpu  10 0 10 70 0 0 0 10 5 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"))
        let end = try #require(ProcessorTimes(stat: "cpu  10 0 10 140 0 0 0 40 5 0\n"))
        #expect(start.stealPercent(since: nil) == 10)
        #expect(end.stealPercent(since: start) == 30)
        #expect(start.stealPercent(since: start) == 0)
        #expect(ProcessorTimes(stat: "intr 1 2 3") == nil)
    }

    @Test func revisionFollowsTheRepository() throws {
        try TextFile.write("one", to: folder.file("file"))
        #expect(SourceRevision.current(in: folder.path) == nil)
        let script = """
            cd '\(folder.path)' && git init -q . && git add file \
            && git -c user.name=n -c user.email=e -c commit.gpgsign=false commit -q -m m && git rev-parse HEAD
            """
        let commit = try ChildProcess("/bin/sh", ["-c", script]).run()
        #expect(commit.ending == .exited(0))
        let clean = try #require(SourceRevision.current(in: folder.path))
        #expect(clean.commit.count >= 10 && commit.output.hasPrefix(clean.commit))
        #expect(!clean.isDirty && clean.changes == nil)
        // Two states that differ from the commit are not the same.
        var changes: [String?] = []
        for text in ["two", "three", "two"] {
            try TextFile.write(text, to: folder.file("file"))
            let dirty = try #require(SourceRevision.current(in: folder.path))
            #expect(dirty.isDirty && dirty.commit == clean.commit)
            changes.append(dirty.changes)
        }
        #expect(changes[0] == changes[2] && changes[0] != changes[1])
        // A source file that is not added yet counts, another file does not.
        try TextFile.write("one", to: folder.file("file"))
        try TextFile.write("1,2", to: folder.file("results.csv"))
        #expect(SourceRevision.current(in: folder.path) == clean)
        changes = []
        for text in ["struct A {}", "struct B {}"] {
            try TextFile.write(text, to: folder.file("sub/New.swift"))
            changes += [folder.path, folder.file("sub")].map { SourceRevision.current(in: $0)?.changes }
        }
        #expect(changes.allSatisfy { $0 != nil } && changes[0] != changes[2] && changes[1] != changes[3])
    }
}
