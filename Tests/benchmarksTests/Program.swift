import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// The real executable, run as a user would.
enum Program {
    /// What a run left behind.
    struct Outcome {
        let code: Int32
        let output: String
        let error: String

        /// The line for programs.
        var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
    }

    /// The release build, which users run, if it is of the sources as they are: it takes a tenth of the time of the debug build,
    /// with which every test passes as well.
    static var path: String {
        #if Peers || InternalChecks
            // The release build may be one of other traits.
            debugPath
        #else
            hasRelease ? releasePath : debugPath
        #endif
    }

    /// The executable lies beside the bundle of the tests.
    static let debugPath: String = {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folders =
            [URL(fileURLWithPath: executable), URL(fileURLWithPath: CommandLine.arguments[0])]
            .map { $0.deletingLastPathComponent() } + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let candidates = folders.map { $0.appendingPathComponent("benchmarks").path }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }()

    /// The release build, for what debug code tells nothing of: in its usual place, or where it was built apart.
    static let releasePath =
        ProcessInfo.processInfo.environment["BENCHMARKS_PROGRAM"]
        ?? URL(fileURLWithPath: debugPath).deletingLastPathComponent().deletingLastPathComponent().path
        + "/release/benchmarks"
    /// Whether it is there, and of the sources as they are.
    static let hasRelease: Bool = {
        func date(_ path: String) -> Date? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        guard let built = date(releasePath) else { return false }
        // Of what it is linked from: nothing makes it anew for the others.
        let modules = ["CollectionLayout", "CProcessor", "Workloads", "BenchmarkKit", "CBenchmarkSupport"]
        return (modules.map { "Sources/" + $0 } + ["Benchmarks"]).allSatisfy { folder in
            let path = ReleaseBuild.packagePath + "/" + folder
            let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return files.allSatisfy { name in
                ![".swift", ".c", ".h"].contains(where: name.hasSuffix)
                    || date("\(path)/\(name)").map { $0 <= built } ?? true
            }
        }
    }()
    static let buildRelease: Comment =
        "debug code tells nothing of it; build the program with: swift build -c release --product benchmarks"

    /// Runs it with small inputs; a debug build does not start the release build in its place.
    ///
    /// - Parameters:
    ///   - workingFolder: where relative paths begin, if not in the present folder.
    ///   - program: which build of it.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in workingFolder: String? = nil,
        program: String = path
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let own = ["BENCHMARKS_STAY_IN_DEBUG": "1", "GITHUB_STEP_SUMMARY": ""]
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
        let folder = try Folder()
        let output = folder.path + "/output"
        let error = folder.path + "/error"
        for file in [output, error] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: error)
        if let workingFolder { process.currentDirectoryURL = URL(fileURLWithPath: workingFolder) }
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: try TextFile.read(output), error: try TextFile.read(error))
    }

    /// What keeps a run in a test short.
    static let small = ["--quick", "--size", "300", "--budget", "10ms", "--dataset", "photo-days"]
}

/// A folder of a test's own, removed with it.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/benchmarks-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file in the folder; returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try TextFile.write(text, to: "\(path)/\(name)")
        return "\(path)/\(name)"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
