import Foundation
import Synchronization

extension ChildProcess {
    /// The processes that run now.
    static let running = Mutex<Set<pid_t>>([])

    /// Interrupts the processes that run now, as Ctrl-C does: a signal that is sent to this program alone does not reach
    /// them. Returns when those who wait for them know that they have ended; at the latest when the time is over.
    public static func interruptAll(waitingFor limit: Duration = .seconds(5)) {
        for process in running.withLock({ $0 }) { kill(process, SIGINT) }
        let deadline = SystemTimeSource().wallNanoseconds() + limit.wholeNanoseconds
        while running.withLock({ !$0.isEmpty }), SystemTimeSource().wallNanoseconds() < deadline { usleep(1000) }
    }
}
