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
        guard let head = Git.output(["rev-parse", "--short=10", "HEAD"], in: folder),
            let status = Git.output(["status", "--porcelain", "--untracked-files=no"], in: folder)
        else { return nil }
        let commit = head.filter { !$0.isWhitespace }
        guard !commit.isEmpty else { return nil }
        guard !status.isEmpty else { return SourceRevision(commit: commit, changes: nil) }
        let changes = Git.output(["diff", "--no-ext-diff", "--no-textconv", "--binary", "HEAD"], in: folder)
        return SourceRevision(commit: commit, changes: Checksum.of(changes ?? status))
    }
}
