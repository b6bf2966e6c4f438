import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// A debug build that is asked to measure is replaced by the release build, which gets what was given to it.
@Suite struct ReleaseBuildTests {
    #if DEBUG
        @Test func theReleaseBuildTakesOver() throws {
            let folder = try Folder()
            // In the place of swift: tells its arguments and what it reads, and ends as nothing else does.
            let tool = """
                #!/bin/sh
                printf '<%s>' "$@"
                cat
                echo said >&2
                exit 42

                """
            let script = """
                unset BENCHMARKS_STAY_IN_DEBUG
                cd '\(folder.path)' && printf %s "$TOOL" >swift && chmod +x swift
                echo read | '\(Program.debugPath)' run --size 1e3 --path 'two words.csv' 2>error
                echo " $?"
                """
            let path = "\(folder.path):" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            let output = try ChildProcess(
                "/usr/bin/env", ["bash", "-c", script], environment: ["PATH": path, "TOOL": tool]
            ).run(timeout: .seconds(60)).output
            let scratch = URL(fileURLWithPath: Program.debugPath).resolvingSymlinksInPath()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
            let options = ReleaseBuild.traitOption + ["--scratch-path", scratch]
            let arguments =
                ["run", "-c", "release", "--package-path", ReleaseBuild.packagePath] + options
                + ["benchmarks", "run", "--size", "1e3", "--path", "two words.csv"]
            #expect(output == arguments.map { "<\($0)>" }.joined() + "read\n 42\n")
            let error = try TextFile.read(folder.path + "/error")
            #expect(error == "benchmarks: this is a debug build; starting the release build instead\nsaid\n")
        }
    #endif
}
