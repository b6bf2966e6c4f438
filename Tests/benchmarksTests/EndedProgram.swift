import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// The program, ended by a signal while it waits for a tool that takes for ever.
struct EndedProgram {
    /// What a shell says that it ended with.
    let output: String
    /// What it said on standard error.
    let error: String
    /// What the tool was started with.
    let toolArguments: String
    /// Whether the tool ended because it was interrupted, and not by itself.
    let toolWasInterrupted: Bool

    /// Runs the program in a folder, where a tool of its own stands in the place of one, and ends it once the tool has begun.
    ///
    /// - Parameters:
    ///   - signal: The signal's name.
    ///   - isForAll: Whether all processes of the group get it, as by Ctrl-C, or the program alone.
    init(_ arguments: [String], waitingFor tool: String, _ signal: String, forAll isForAll: Bool = false) throws {
        let folder = try Folder()
        // Ends as one that fails where it is interrupted; it tells where it is not.
        let text = """
            #!/bin/sh
            trap 'echo >ended; exit 1' INT
            echo "$*" >begun
            sleep 60 >/dev/null &
            wait
            echo >late

            """
        // Written by the shell: what a process with threads writes may be open in its children, and then is not run.
        let script = """
            set -m
            cd '\(folder.path)' && printf %s "$TOOL" >\(tool) && chmod +x \(tool)
            '\(Program.path)' \(arguments.joined(separator: " ")) 2>error &
            until [ -s begun ]; do kill -0 $! || exit; sleep 0.05; done
            kill -\(signal) \(isForAll ? "-" : "")$!
            wait $!
            code=$?
            # On a machine with much to do the program does not wait for a tool to the end.
            until [ -e ended ] || [ -e late ]; do sleep 0.05; done
            echo $code
            """
        let path = "\(folder.path):" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        output = try ChildProcess(
            "/usr/bin/env", ["bash", "-c", script],
            environment: ["BENCHMARKS_STAY_IN_DEBUG": "1", "PATH": path, "TOOL": text]
        ).run(timeout: .seconds(120)).output
        error = try TextFile.read(folder.path + "/error")
        toolArguments = try TextFile.read(folder.path + "/begun")
        toolWasInterrupted = FileManager.default.fileExists(atPath: folder.path + "/ended")
    }
}
