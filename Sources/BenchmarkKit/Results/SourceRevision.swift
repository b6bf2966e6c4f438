/// The commit a folder is at.
public struct SourceRevision: Sendable, Equatable {
    /// The abbreviated commit id.
    public let commit: String
    /// Whether tracked files differ from the commit.
    public let isDirty: Bool

    /// Asks git about the folder; nil where there is no git, no repository or no commit.
    public static func current(in folder: String = ".") -> SourceRevision? {
        guard let head = git(folder, ["rev-parse", "--short=10", "HEAD"]),
            let status = git(folder, ["status", "--porcelain", "--untracked-files=no"])
        else { return nil }
        let commit = head.filter { !$0.isWhitespace }
        return commit.isEmpty ? nil : SourceRevision(commit: commit, isDirty: !status.isEmpty)
    }

    private static func git(_ folder: String, _ arguments: [String]) -> String? {
        // A machine without git, or a folder that is no repository, is no reason to complain on standard error.
        let child = ChildProcess("/usr/bin/env", ["git", "-C", folder] + arguments, isErrorSilenced: true)
        guard let result = try? child.run(), result.ending == .exited(0) else { return nil }
        return result.output
    }
}
