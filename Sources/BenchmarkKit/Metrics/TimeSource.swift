import CBenchmarkSupport

/// Where a measurement reads the time. Tests put a clock of their own in its place.
public protocol TimeSource {
    /// Nanoseconds of a clock that never goes back.
    func wallNanoseconds() -> UInt64
    /// Nanoseconds of processor time the calling thread has used.
    func cpuNanoseconds() -> UInt64
}

/// The machine's clocks. A wall reading costs about 45 ns, a processor reading 0.4 to 1.1 µs on Linux.
public struct SystemTimeSource: TimeSource, Sendable {
    /// The machine's clocks.
    public init() {}

    /// Nanoseconds of `CLOCK_MONOTONIC`, on macOS of `CLOCK_UPTIME_RAW`.
    public func wallNanoseconds() -> UInt64 { cbs_monotonic_ns() }

    /// Nanoseconds of `CLOCK_THREAD_CPUTIME_ID`.
    public func cpuNanoseconds() -> UInt64 { cbs_thread_cpu_ns() }
}
