/// The commit a folder is at.
public struct SourceRevision: Sendable, Equatable {
    /// The abbreviated commit id.
    public let commit: String
    /// A checksum of what tracked files differ from the commit in, and of source files that are not tracked; nil where none does
    /// and there are none.
    public let changes: String?
    /// Whether the sources differ from the commit.
    public var isDirty: Bool { changes != nil }

    /// Asks git about the folder; nil where there is no git, no repository or no commit.
    public static func current(in folder: String = ".") -> SourceRevision? {
        guard let head = Git.output(["rev-parse", "--short=10", "HEAD"], in: folder),
            let status = Git.output(["status", "--porcelain", "--untracked-files=no"], in: folder)
        else { return nil }
        let commit = head.filter { !$0.isWhitespace }
        guard !commit.isEmpty else { return nil }
        let new = newSources(in: folder)
        guard !status.isEmpty || !new.isEmpty else { return SourceRevision(commit: commit, changes: nil) }
        let changes = Git.output(["diff", "--no-ext-diff", "--no-textconv", "--binary", "HEAD"], in: folder)
        return SourceRevision(commit: commit, changes: Checksum.of((changes ?? status) + new))
    }

    /// The names and contents of source files that git does not track, as a text: a strategy that is not added yet is one.
    private static func newSources(in folder: String) -> String {
        let patterns = ["swift", "c", "h", "cpp", "hpp"].map { ":(top)*.\($0)" }
        let list = Git.output(["ls-files", "--others", "--exclude-standard", "-z", "--"] + patterns, in: folder) ?? ""
        let names = list.split(separator: "\0").map(String.init)
        guard !names.isEmpty else { return "" }
        return names.joined(separator: "\n") + (Git.output(["hash-object", "--"] + names, in: folder) ?? "")
    }
}
