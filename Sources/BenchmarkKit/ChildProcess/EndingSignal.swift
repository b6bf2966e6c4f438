import CBenchmarkSupport
import Foundation
import Synchronization

/// Signals that end the program, and what it does before.
public enum EndingSignal {
    /// The one that has come; 0 while none has.
    private static let come = Atomic<Int32>(0)
    /// The end of a pipe that a handler writes to.
    private static let bell = Atomic<Int32>(-1)

    /// Has the first of some signals end the program, with 128 and its number, after something is done on a thread of its
    /// own. One that whoever started the program has it ignore, as `nohup` does, stays ignored.
    ///
    /// Unlike where a signal is ignored, it has its usual effect on the processes that are started.
    ///
    /// - Parameters:
    ///   - signals: Their numbers.
    ///   - clean: What is done before.
    /// - Precondition: it is called once.
    public static func handle(_ signals: [Int32], _ clean: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        // Without pipes the program would start no processes, either.
        guard cbs_make_pipe(&ends) == 0 else { return }
        precondition(bell.exchange(ends[1], ordering: .relaxed) == -1, "Signals are handled already.")
        // A handler may not be the first to ask for it.
        come.store(0, ordering: .relaxed)
        let heard = ends[0]
        Thread.detachNewThread {
            var number: UInt8 = 0
            while read(heard, &number, 1) < 1 {}
            clean()
            exit(128 + Int32(number))
        }
        for number in signals {
            let former = signal(number) { number in
                // Nothing but what a handler may do: atomic integers, and writing to a pipe.
                EndingSignal.come.store(number, ordering: .relaxed)
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(EndingSignal.bell.load(ordering: .relaxed), &byte, 1)
                errno = code
            }
            if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }

    /// Does not return where a signal has come: the program is about to end, and what fails for that is no failure. It is known
    /// as soon as the system has delivered the signal, whenever `clean` may begin.
    public static func waitIfItHasCome() {
        while come.load(ordering: .relaxed) != 0 { sleep(1) }
    }
}
