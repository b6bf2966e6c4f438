import BenchmarkKit
import Foundation

/// Puts the release build of this package in the place of a debug build.
enum ReleaseBuild {
    /// Keeps a debug build that measures: for tests of the program itself, with small inputs.
    static let stayVariable = "BENCHMARKS_STAY_IN_DEBUG"

    /// Replaces this process by `swift run -c release benchmarks …`, which keeps arguments, streams and exit code.
    ///
    /// Returns where the environment asks to stay in the debug build.
    ///
    /// - Throws: what keeps the release build from starting; ``InputError`` for a debug build that is to stay and to
    ///   measure more than small inputs.
    static func takeOver(_ arguments: [String], invocation: Invocation) throws {
        if ProcessInfo.processInfo.environment[stayVariable] != nil {
            let options = invocation.options
            // The run that is gone on with was let through when it began.
            if options.isGiven("resume") { return }
            guard
                invocation.command.isHidden || options.isGiven("dry-run")
                    || (options.isGiven("quick") && (options.isGiven("size") || options.isGiven("frames")))
            else {
                throw InputError(
                    "a debug build measures nothing; \(stayVariable) is for tests, which ask for --quick and --size, or for "
                        + "--frames of a few")
            }
            return
        }
        if !invocation.options.isGiven("quiet") {
            StandardStream.error.write("benchmarks: this is a debug build; starting the release build instead\n")
        }
        throw ChildProcess.replaceCurrent(
            with: "swift",
            ["run", "-c", "release", "--package-path", packagePath] + traitOption + scratchOption + ["benchmarks"]
                + arguments)
    }

    /// The folder of the package, two above this file's.
    static var packagePath: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }

    /// The trait of this build.
    static var traitOption: [String] {
        #if Peers
            ["--traits", "Peers"]
        #else
            []
        #endif
    }

    /// The build folder, if the executable lies in `<build folder>/<platform>/debug`.
    private static var scratchOption: [String] {
        let executable = URL(fileURLWithPath: Executable.path).resolvingSymlinksInPath()
        let folder = executable.deletingLastPathComponent()
        guard folder.lastPathComponent == "debug" else { return [] }
        return ["--scratch-path", folder.deletingLastPathComponent().deletingLastPathComponent().path]
    }
}
