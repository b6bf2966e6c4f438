/// The commit a folder is at.
public struct SourceRevision: Sendable, Equatable {
    /// The abbreviated commit id.
    public let commit: String
    /// A checksum of what tracked files differ from the commit in; nil where they do not.
    public let changes: String?
    /// Whether tracked files differ from the commit.
    public var isDirty: Bool { changes != nil }

    /// Asks git about the folder; nil where there is no git, no repository or no commit.
    public static func current(in folder: String = ".") -> SourceRevision? {
        guard let head = git(folder, ["rev-parse", "--short=10", "HEAD"]),
            let status = git(folder, ["status", "--porcelain", "--untracked-files=no"])
        else { return nil }
        let commit = head.filter { !$0.isWhitespace }
        guard !commit.isEmpty else { return nil }
        guard !status.isEmpty else { return SourceRevision(commit: commit, changes: nil) }
        let changes = git(folder, ["diff", "--no-ext-diff", "--no-textconv", "--binary", "HEAD"])
        return SourceRevision(commit: commit, changes: Checksum.of(changes ?? status))
    }

    private static func git(_ folder: String, _ arguments: [String]) -> String? {
        // A machine without git, or a folder that is no repository, is no reason to complain on standard error.
        let child = ChildProcess("/usr/bin/env", ["git", "-C", folder] + arguments, isErrorSilenced: true)
        guard let result = try? child.run(), result.ending == .exited(0) else { return nil }
        return result.output
    }
}
