import CBenchmarkSupport

/// How often the calling thread gave up its processor.
public struct ContextSwitches: Sendable, Equatable {
    /// Because it waited.
    public let voluntary: UInt64
    /// Because another thread was due: a sample with one of these is disturbed.
    public let involuntary: UInt64

    /// The counts since the thread began; nil where the system does not tell (anything but Linux).
    public static var ofThread: ContextSwitches? {
        var voluntary: UInt64 = 0
        var involuntary: UInt64 = 0
        guard cbs_thread_context_switches(&voluntary, &involuntary) else { return nil }
        return ContextSwitches(voluntary: voluntary, involuntary: involuntary)
    }
}
