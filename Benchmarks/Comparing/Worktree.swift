import BenchmarkKit
import Foundation

/// A revision of the package, checked out apart; removed however the program ends.
struct Worktree {
    let folder = NSTemporaryDirectory() + "/benchmarks-base-" + UUID().uuidString

    /// - Throws: ``InputError`` with exit code 5 where there is no such revision, 6 where it cannot be checked out.
    init(of revision: String) throws(InputError) {
        guard let commit = Self.git(["rev-parse", "--verify", "--quiet", revision + "^{commit}"]) else {
            throw InputError("'\(revision)' is neither a file nor a folder nor a revision", exitCode: .missing)
        }
        Leftovers.note(folder) { [folder] in _ = Self.git(["worktree", "remove", "--force", folder]) }
        guard Self.git(["worktree", "add", "--detach", "--quiet", folder, commit]) != nil else {
            remove()
            throw InputError("cannot check '\(revision)' out into \(folder)", exitCode: .cannotWrite)
        }
    }

    /// Removes it.
    func remove() {
        Leftovers.waitIfASignalEndsTheProgram()
        Leftovers.remove(folder)
    }

    private static func git(_ arguments: [String]) -> String? {
        Git.output(arguments, in: ReleaseBuild.packagePath).map { $0.filter { !$0.isNewline } }
    }
}
