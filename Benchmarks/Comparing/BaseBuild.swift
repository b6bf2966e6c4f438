import BenchmarkKit
import Foundation

/// The program that another one is compared with: a file, the build of a folder, or of a revision.
struct BaseBuild {
    /// The executable.
    let program: String
    /// The folder to remove in the end; nil where nothing was made.
    private let worktree: String?
    /// Removes it where somebody presses Ctrl-C, too.
    private var interrupt: (any DispatchSourceSignal)?

    /// Finds or builds it.
    ///
    /// - Throws: ``InputError`` with exit code 5 where there is no such file or revision, 3 where it does not build.
    init(_ name: String, console: Console) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) {
            worktree = nil
            program = isFolder.boolValue ? try Self.build(name, console) : URL(fileURLWithPath: name).path
            return
        }
        guard let commit = Self.git(["rev-parse", "--verify", "--quiet", name + "^{commit}"]) else {
            throw InputError("'\(name)' is neither a file nor a folder nor a revision", exitCode: .missing)
        }
        let folder = NSTemporaryDirectory() + "/benchmarks-base-" + UUID().uuidString
        guard Self.git(["worktree", "add", "--detach", "--quiet", folder, commit]) != nil else {
            throw InputError("cannot check '\(name)' out into \(folder)", exitCode: .cannotWrite)
        }
        worktree = folder
        interrupt = Self.onInterrupt { Self.remove(folder) }
        do {
            program = try Self.build(folder, console)
        } catch {
            Self.remove(folder)
            throw error
        }
    }

    /// Removes what was made.
    func remove() {
        if let worktree { Self.remove(worktree) }
    }

    private static func onInterrupt(_ action: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            action()
            exit(128 + SIGINT)
        }
        source.resume()
        return source
    }

    private static func remove(_ worktree: String) { _ = git(["worktree", "remove", "--force", worktree]) }

    private static func build(_ folder: String, _ console: Console) throws -> String {
        console.note("building \(folder)")
        let build = ["swift", "build", "-c", "release", "--product", "benchmarks", "--package-path", folder]
        let result = try ChildProcess("/usr/bin/env", build).run()
        guard result.ending == .exited(0) else {
            StandardStream.error.write(result.output)
            throw InputError("\(folder): 'swift build' ended with \(result.ending)", exitCode: .jobFailed)
        }
        let path = try ChildProcess("/usr/bin/env", build + ["--show-bin-path"]).run().output
        return path.filter { !$0.isNewline } + "/benchmarks"
    }

    private static func git(_ arguments: [String]) -> String? {
        let child = ChildProcess(
            "/usr/bin/env", ["git", "-C", ReleaseBuild.packagePath] + arguments, isErrorSilenced: true)
        guard let result = try? child.run(), result.ending == .exited(0) else { return nil }
        return result.output.filter { !$0.isNewline }
    }
}
