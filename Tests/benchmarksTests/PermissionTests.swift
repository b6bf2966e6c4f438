import BenchmarkKit
import Foundation
import Testing

/// What the real executable says of files and folders that it may not use.
@Suite struct PermissionTests {
    /// Before the program's path: to root everything is allowed, and somebody else runs it.
    private static let runner = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    private static func run(_ arguments: [String]) throws -> (ending: ChildProcess.Ending, text: String) {
        let command = (runner + [Program.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let result = try ChildProcess(
            "/bin/sh", ["-c", command + " 2>&1"],
            environment: ["BENCHMARKS_STAY_IN_DEBUG": "1", "GITHUB_STEP_SUMMARY": ""]
        ).run()
        return (result.ending, result.output)
    }

    /// Somebody else may have no way to the program.
    private static let canRun = (try? run(["--version"]))?.ending == .exited(0)

    /// Folders and files that nobody may use, and what there is to be made of it.
    @Test(.enabled(if: canRun, "somebody without rights cannot run the program where it is"))
    func whatIsRefusedIsSaidWithItsPlace() throws {
        let folder = try Folder()
        let results = folder.path + "/a.csv"
        let run = ["run", "--metric", "hits"] + Program.small
        #expect(try Program.run(run + ["--path", results]).code == 0)
        let (secret, closed, fixed) = (folder.path + "/secret.csv", folder.path + "/closed", folder.path + "/fixed")
        let text = try TextFile.read(results)
        for path in [secret, closed + "/a.csv", fixed + "/a.csv"] { try TextFile.write(text, to: path) }
        func allow(_ modes: [(path: String, mode: Int)]) throws {
            for (path, mode) in modes {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
        }
        try allow([(secret, 0), (closed, 0), (fixed, 0o555)])
        defer { try? allow([(secret, 0o644), (closed, 0o755), (fixed, 0o755)]) }

        func place(_ folder: String) -> String { URL(fileURLWithPath: folder).path }
        let denied = "got 'Permission denied', expected a"
        let unread = "cannot read \(secret): \(denied) file that may be read\n"
        func entered(_ name: String) -> String {
            "cannot read \(closed)/\(name): \(denied) folder that may be entered: \(place(closed))\n"
        }
        func written(_ name: String) -> String {
            "cannot write \(fixed)/\(name): \(denied) folder that may be written: \(place(fixed))\n"
        }
        let thresholds = ["--quick", "--size", "300", "--results", results, "--path"]
        for (arguments, code, message) in [
            (["merge", secret, "--path", folder.path + "/m.csv"], 1 as Int32, unread),
            (["report", secret], 1, unread), (["frames", secret], 1, unread),
            (["thresholds", "read", "--path", secret], 5, unread),
            (["baseline", "read", "secret", "--path", folder.path], 1, unread),
            (["merge", closed + "/a.csv", "--path", folder.path + "/m.csv"], 1, entered("a.csv")),
            (["thresholds", "read", "--path", closed + "/t.csv"], 5, entered("t.csv")),
            (["baseline", "list", "--path", closed], 1, "cannot read \(closed): \(denied) folder that may be read\n"),
            (["merge", results, "--path", fixed + "/m.csv"], 6, written("m.csv")),
            (["report", results, "--html", fixed + "/r.html"], 6, written("r.html")),
            (["thresholds", "update"] + thresholds + [fixed + "/t.csv"], 6, written("t.csv")),
            (["baseline", "delete", "a", "--path", fixed], 6, written("a.csv")),
            (run + ["--path", fixed + "/b.csv"], 6, written("b.csv")),
            (
                run + ["--path", fixed + "/new/b.csv"], 6,
                "cannot make the folder \(place(fixed))/new: \(denied) folder that may be written"
            ),
        ] {
            let outcome = try Self.run(arguments)
            #expect(outcome.ending == .exited(code) && outcome.text.contains(message), "\(arguments): \(outcome)")
        }
    }
}
