/// Asks git.
public enum Git {
    /// What git writes, run in a folder; nil where there is no git, or where it fails.
    public static func output(_ arguments: [String], in folder: String) -> String? {
        // A machine without git, or a folder that is no repository, is no reason to complain on standard error.
        let child = ChildProcess("/usr/bin/env", ["git", "-C", folder] + arguments, isErrorSilenced: true)
        guard let result = try? child.run(), result.ending == .exited(0) else { return nil }
        return result.output
    }
}
