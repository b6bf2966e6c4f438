import BenchmarkKit
import Foundation
import Testing

/// Files that cannot be written, and files that are not what they should be: the exit codes of the real executable.
@Suite struct BadFileTests {
    private func shell(_ script: String) throws -> (code: Int32, error: String) {
        let folder = try Folder()
        let error = folder.path + "/error"
        let child = ChildProcess(
            "/bin/sh", ["-c", "(\(script)) 2>'\(error)'"],
            // Where the thread sanitizer cannot make a file of its own, which no limit has room for, it goes without.
            environment: ["BENCHMARKS_STAY_IN_DEBUG": "1", "GITHUB_STEP_SUMMARY": "", "TEST_TMPDIR": "/dev/null"])
        guard case .exited(let code) = try child.run().ending else { return (-1, try TextFile.read(error)) }
        return (code, try TextFile.read(error))
    }

    /// A limit on the size of files, at which writes fail as they do on a full disk; what was written before is whole.
    @Test func aFullDiskIs6() throws {
        let folder = try Folder()
        let options = (Program.small + ["--path", folder.path + "/a.csv"]).joined(separator: " ")
        // Blocks of 512 bytes in the shell's `ulimit`, or of 1024.
        let outcome = try shell("trap '' XFSZ; ulimit -f 8; exec '\(Program.path)' run \(options)")
        #expect(outcome.code == 6 && outcome.error.contains("cannot write \(folder.path)/a"), "\(outcome)")
        #expect(try !ResultFile.read(folder.path + "/a.csv").isEmpty)
    }

    #if os(Linux)
        @Test func aFullStandardOutputIs6() throws {
            let outcome = try shell("exec '\(Program.path)' list >/dev/full")
            #expect(outcome.code == 6 && outcome.error.contains("cannot write to standard output"), "\(outcome)")
        }
    #endif

    @Test(arguments: ["merge", "report", "baseline"]) func filesThatAreNoResultsAre1(_ command: String) throws {
        let folder = try Folder()
        let header = CSV.line(ResultRow.columns)
        for (name, text, message) in [
            ("foreign", "name,value\na,1\n", "name"), ("short", header + "1,run\n", "2 fields"),
            ("schema", header + "99" + String(repeating: ",", count: ResultRow.columns.count - 1) + "\n", "'99'"),
            ("empty", "", "an empty file"),
        ] {
            let file = try folder.write(text, to: name + ".csv")
            let arguments =
                command == "merge"
                ? [file, "--path", folder.path + "/merged"]
                : command == "report" ? [file] : ["read", name, "--path", folder.path, "--quick", "--size", "300"]
            let outcome = try Program.run([command] + arguments)
            #expect(outcome.code == 1, "\(name): \(outcome)")
            #expect(outcome.error.contains(file) && outcome.error.contains(message), "\(name): \(outcome.error)")
        }
    }

    @Test func otherPathsThatCannotBeWrittenAre6() throws {
        let folder = try Folder()
        let blocked = try folder.write("", to: "file") + "/below"
        let results = folder.path + "/a.csv"
        #expect(try Program.run(["run", "--metric", "exact", "--path", results] + Program.small).code == 0)
        let selftest = [
            "selftest", "--quick", "--size", "300", "--trials", "1", "--detections", "0", "--ab-trials", "0",
        ]
        for arguments in [
            ["merge", results, "--path", blocked + ".csv"], selftest + ["--path", blocked],
            ["baseline", "save", "main", "--path", blocked] + Program.small,
            ["scaling", "--path", blocked] + Program.small,
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 6 && outcome.error.contains("cannot write"), "\(arguments[0]): \(outcome)")
        }
    }
}
