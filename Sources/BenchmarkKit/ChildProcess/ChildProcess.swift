import CBenchmarkSupport
import Foundation

/// A program to run in a process of its own, whose standard output is captured; standard error passes through, standard
/// input is empty.
public struct ChildProcess: Sendable {
    /// How a process ended.
    public enum Ending: Sendable, Equatable, CustomStringConvertible {
        /// With an exit status from 0 to 255.
        case exited(Int32)
        /// By a signal: a crash, or somebody's kill.
        case signalled(Int32)
        /// It ran longer than allowed and was killed.
        case timedOut

        /// What it ended with: `exit code 3`.
        public var description: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .signalled(let signal): "signal \(signal)"
            case .timedOut: "a timeout"
            }
        }
    }

    /// What a process left behind.
    public struct Result: Sendable, Equatable {
        /// How it ended.
        public let ending: Ending
        /// Its standard output, invalid UTF-8 repaired.
        public let output: String
    }

    /// The executable's path; not looked up in PATH.
    public let executable: String
    /// The arguments, without the program's name.
    public let arguments: [String]
    /// Variables added to this process's environment, or put in place of its own.
    public let environment: [String: String]
    /// Whether standard error is thrown away.
    public let isErrorSilenced: Bool

    /// A program with its arguments and additional environment.
    public init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], isErrorSilenced: Bool = false
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.isErrorSilenced = isErrorSilenced
    }

    /// Runs the program to its end, or kills it when the time is over; blocks the calling thread.
    ///
    /// Returns when the program and everything it started have closed standard output and the program has ended; after a
    /// timeout, when the program has ended.
    ///
    /// - Throws: `ChildProcessError` where it cannot be started.
    public func run(timeout: Duration? = nil) throws(ChildProcessError) -> Result {
        var ends: [Int32] = [-1, -1]
        let failure = cbs_make_pipe(&ends)
        guard failure == 0 else { throw ChildProcessError(executable: executable, code: failure) }
        let spawned = Self.running.withLock { running in
            // Whoever interrupts what runs must not miss a process that has begun and is not noted yet.
            let spawned = spawn(output: ends[1])
            if spawned.code == 0 { running.insert(spawned.process) }
            return spawned
        }
        close(ends[1])
        defer { close(ends[0]) }
        guard spawned.code == 0 else { throw ChildProcessError(executable: executable, code: spawned.code) }
        defer { Self.running.withLock { _ = $0.remove(spawned.process) } }

        let deadline = timeout.map { SystemTimeSource().wallNanoseconds() + $0.wholeNanoseconds }
        let (bytes, isOver) = Self.drain(ends[0], until: deadline)
        let status = Self.wait(for: spawned.process, killAt: isOver ? 0 : deadline)
        return Result(ending: status.map(Self.ending) ?? .timedOut, output: String(decoding: bytes, as: UTF8.self))
    }

    /// All bytes up to the pipe's end, and whether the deadline came first.
    private static func drain(_ descriptor: Int32, until deadline: UInt64?) -> (bytes: [UInt8], isOver: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var wait: Int32 = -1
            if let deadline {
                let now = SystemTimeSource().wallNanoseconds()
                if now >= deadline { return (bytes, true) }
                wait = Int32(min(1000, (deadline - now) / 1_000_000 + 1))
            }
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&poller, 1, wait)
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return (bytes, false) }
            bytes += buffer[..<count]
        }
    }

    /// The process's status; nil where it had to be killed because the deadline was over.
    private static func wait(for process: pid_t, killAt deadline: UInt64?) -> Int32? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, deadline == nil ? 0 : WNOHANG)
            if ended == process { return status }
            if ended < 0, errno != EINTR { return 0 }
            if let deadline, SystemTimeSource().wallNanoseconds() >= deadline { break }
            if deadline != nil { usleep(1000) }
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    /// The layout of a wait status is the same on Linux and Darwin; C's macros for it are not imported.
    private static func ending(_ status: Int32) -> Ending {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
