import BenchmarkKit
import Foundation

/// The program that another one is compared with: a file, the build of a folder, or of a revision.
struct BaseBuild {
    /// The executable.
    let program: String
    /// What to remove in the end; nil where nothing was made.
    private let worktree: Worktree?

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
        let worktree = try Worktree(of: name)
        do {
            program = try Self.build(worktree.folder, console)
        } catch {
            worktree.remove()
            throw error
        }
        self.worktree = worktree
    }

    /// Removes what was made.
    func remove() { worktree?.remove() }

    private static func build(_ folder: String, _ console: Console) throws -> String {
        console.note("building \(folder)")
        let build =
            ["swift", "build", "-c", "release", "--product", "benchmarks", "--package-path", folder]
            + ReleaseBuild.traitOption
        let result = try ChildProcess("/usr/bin/env", build).run()
        guard result.ending == .exited(0) else {
            StandardStream.error.write(result.output)
            throw InputError("\(folder): 'swift build' ended with \(result.ending)", exitCode: .jobFailed)
        }
        let path = try ChildProcess("/usr/bin/env", build + ["--show-bin-path"]).run().output
        return path.filter { !$0.isNewline } + "/benchmarks"
    }
}
