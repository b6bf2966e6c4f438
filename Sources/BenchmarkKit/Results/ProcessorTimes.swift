/// Ticks all processors spent since the machine started: the first line of `/proc/stat`.
public struct ProcessorTimes: Sendable, Equatable {
    /// All ticks.
    let total: UInt64
    /// Ticks the host gave to others while this machine wanted to run.
    let stolen: UInt64

    /// The ticks so far; nil where the system does not tell (anything but Linux).
    public static var current: ProcessorTimes? {
        (try? TextFile.read("/proc/stat")).flatMap { ProcessorTimes(stat: $0) }
    }

    /// Reads the text of `/proc/stat`; nil for anything else.
    init?(stat: String) {
        let words = stat.prefix { $0 != "\n" }.split(separator: " ")
        // user nice system idle iowait irq softirq steal; guest times are contained in user.
        let ticks = words.dropFirst().prefix(8).compactMap { UInt64($0) }
        guard words.first == "cpu", ticks.count == 8 else { return nil }
        total = ticks.reduce(0, +)
        stolen = ticks[7]
    }

    /// The percentage of time that was stolen since an earlier reading, or since the machine started.
    public func stealPercent(since start: ProcessorTimes?) -> Double {
        let elapsed = total - min(total, start?.total ?? 0)
        let lost = stolen - min(stolen, start?.stolen ?? 0)
        return elapsed == 0 ? 0 : 100 * Double(lost) / Double(elapsed)
    }
}
