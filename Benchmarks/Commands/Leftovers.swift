import BenchmarkKit
import Foundation
import Synchronization

/// What must not outlive the program, however it ends: by itself, by Ctrl-C, by a kill, or because its terminal is closed. The
/// processes that it has started end with it, and what it has made for them is removed.
enum Leftovers {
    /// What removes them, by their paths.
    private static let removals = Mutex<[String: @Sendable () -> Void]>([:])
    /// Ends and removes them where a signal ends the program, however often it is asked for.
    private static let endBySignals: Void = EndingSignal.handle([SIGINT, SIGTERM, SIGHUP]) {
        // The removal of one that has begun is not interrupted.
        removals.withLock { removals in
            ChildProcess.interruptAll()
            for remove in removals.values { remove() }
        }
    }

    /// Has the processes that are started from now on end with the program.
    static func endWithTheProgram() { endBySignals }

    /// Notes what is about to be made.
    static func note(_ path: String, removal: @escaping @Sendable () -> Void) {
        endWithTheProgram()
        removals.withLock { $0[path] = removal }
    }

    /// Removes what was noted.
    static func remove(_ path: String) {
        removals.withLock { $0.removeValue(forKey: path)?() }
    }

    /// Does not return where a signal is about to end the program: what fails for that is no failure.
    static func waitIfASignalEndsTheProgram() {
        // Ctrl-C also ends what runs for it, and the end of that can be noticed a little before.
        Thread.sleep(forTimeInterval: 0.1)
        EndingSignal.waitIfItHasCome()
    }
}
