import BenchmarkKit
import Foundation
import Synchronization

/// A revision of the package, checked out apart; removed however the program ends: by itself, by Ctrl-C, by a kill, or
/// because its terminal is closed.
struct Worktree {
    let folder = NSTemporaryDirectory() + "/benchmarks-base-" + UUID().uuidString

    /// The folders that are there.
    private static let present = Mutex<Set<String>>([])
    /// Removes them where a signal ends the program, however often it is asked for.
    private static let areRemovedBySignals: Void = EndingSignal.handle([SIGINT, SIGTERM, SIGHUP]) {
        // The removal of one that has begun is not interrupted.
        present.withLock { folders in
            ChildProcess.interruptAll()
            for folder in folders { remove(folder) }
        }
    }

    /// - Throws: ``InputError`` with exit code 5 where there is no such revision, 6 where it cannot be checked out.
    init(of revision: String) throws(InputError) {
        guard let commit = Self.git(["rev-parse", "--verify", "--quiet", revision + "^{commit}"]) else {
            throw InputError("'\(revision)' is neither a file nor a folder nor a revision", exitCode: .missing)
        }
        Self.areRemovedBySignals
        Self.present.withLock { _ = $0.insert(folder) }
        guard Self.git(["worktree", "add", "--detach", "--quiet", folder, commit]) != nil else {
            remove()
            throw InputError("cannot check '\(revision)' out into \(folder)", exitCode: .cannotWrite)
        }
    }

    /// Removes it. Does not return where a signal is about to end the program: what fails for that is no failure.
    func remove() {
        // Ctrl-C also ends what runs for it, and the end of that can be noticed a little before.
        Thread.sleep(forTimeInterval: 0.1)
        EndingSignal.waitIfItHasCome()
        Self.present.withLock { if $0.remove(folder) != nil { Self.remove(folder) } }
    }

    private static func remove(_ folder: String) {
        _ = git(["worktree", "remove", "--force", folder])
    }

    private static func git(_ arguments: [String]) -> String? {
        Git.output(arguments, in: ReleaseBuild.packagePath).map { $0.filter { !$0.isNewline } }
    }
}
