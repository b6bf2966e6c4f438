/// How a metric behaves between runs, and therefore how it is gated.
public enum MetricClass: String, Sendable, CaseIterable {
    /// Counts that repeat exactly: any increase is a regression.
    case exact
    /// Durations: noisy, compared relatively.
    case time
    /// Resident memory: loose, compared relatively.
    case memory
}

/// What a metric's value counts.
public enum MetricUnit: String, Sendable, CaseIterable {
    /// Things counted.
    case count
    /// Bytes.
    case bytes
    /// Nanoseconds.
    case nanoseconds = "ns"
    /// A quotient; where it has a unit, the metric's id says which.
    case ratio
}

/// What a change of a metric means.
public enum MetricDirection: Sendable {
    /// Less is better.
    case lowerIsBetter
    /// Any change is a failure: the metric is part of the answer.
    case mustBeEqual
}

/// A quantity the harness measures. A new metric is a new value of this type.
public struct Metric: Sendable, Hashable {
    /// The stable id that reaches files: lower-case letters, digits and hyphens.
    public let id: String
    /// What the value counts.
    public let unit: MetricUnit
    /// How it behaves between runs.
    public let metricClass: MetricClass
    /// What a change means.
    public let direction: MetricDirection

    /// A metric.
    ///
    /// - Precondition: the id consists of lower-case ASCII letters, digits and hyphens, and begins with a letter.
    public init(_ id: String, _ unit: MetricUnit, _ metricClass: MetricClass, _ direction: MetricDirection) {
        precondition(Self.isValid(id), "'\(id)' is not a metric id: lower-case letters, digits and hyphens.")
        self.id = id
        self.unit = unit
        self.metricClass = metricClass
        self.direction = direction
    }

    /// Whether a text can be the id of something that reaches a file.
    public static func isValid(_ id: String) -> Bool {
        guard let first = id.utf8.first, (97...122).contains(first) else { return false }
        return id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}

extension Metric {
    /// Wall nanoseconds an operation takes.
    public static let wallTime = Metric("wall-time", .nanoseconds, .time, .lowerIsBetter)
    /// Thread processor nanoseconds an operation takes.
    public static let cpuTime = Metric("cpu-time", .nanoseconds, .time, .lowerIsBetter)
    /// Wall nanoseconds of single operations.
    public static let latency = Metric("latency", .nanoseconds, .time, .lowerIsBetter)
    /// Allocations asked for.
    public static let allocations = Metric("allocations", .count, .exact, .lowerIsBetter)
    /// Bytes allocated.
    public static let allocatedBytes = Metric("allocated-bytes", .bytes, .exact, .lowerIsBetter)
    /// Bytes allocated and not freed.
    public static let retainedBytes = Metric("retained-bytes", .bytes, .exact, .lowerIsBetter)
    /// The most bytes allocated at once.
    public static let peakAllocated = Metric("peak-allocated", .bytes, .memory, .lowerIsBetter)
    /// Instructions executed.
    public static let instructions = Metric("instructions", .count, .exact, .lowerIsBetter)
    /// Misses of a simulated last-level cache.
    public static let lastLevelMisses = Metric("last-level-misses", .count, .exact, .lowerIsBetter)
    /// Bytes resident at the peak.
    public static let peakResident = Metric("peak-resident", .bytes, .memory, .lowerIsBetter)
    /// Elements found: part of the answer.
    public static let hits = Metric("hits", .count, .exact, .mustBeEqual)
}
