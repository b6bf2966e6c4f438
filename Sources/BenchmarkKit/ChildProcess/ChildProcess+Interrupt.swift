import Foundation
import Synchronization

extension ChildProcess {
    /// The processes that run now.
    static let running = Mutex<Set<pid_t>>([])

    /// Interrupts the processes that run now, as Ctrl-C does: a signal that is sent to this program alone does not reach
    /// them. Returns when those who wait for them know that they have ended; after five seconds at the latest.
    public static func interruptAll() {
        for process in running.withLock({ $0 }) { kill(process, SIGINT) }
        let deadline = SystemTimeSource().wallNanoseconds() + 5_000_000_000
        while running.withLock({ !$0.isEmpty }), SystemTimeSource().wallNanoseconds() < deadline { usleep(1000) }
    }
}
