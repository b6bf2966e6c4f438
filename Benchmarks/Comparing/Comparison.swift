import BenchmarkKit

/// One row of a comparison: a time against a reference's.
struct Comparison {
    let place: Recorder.Place
    let decision: SequentialComparison.Decision
    /// The reference against itself on the same case, set up twice.
    let null: RatioEstimate
    /// The relative change that does not matter.
    let tolerance: Double
    /// Nanoseconds per operation: the median of what is compared.
    let median: Double
    /// The same of the reference, in the same rounds. Nil where a comparison before it tells that of the case, and where both
    /// have one name, as two builds have.
    var reference: (place: Recorder.Place, median: Double)?
    /// Processor time over wall time.
    let cpuShare: Double?
    /// Whether the reference differs from itself.
    let isNullTripped: Bool
    /// Nanoseconds per operation that nothing can be faster than, where they were measured.
    var floor: Double?

    /// How many times the floor that is.
    var timesFloor: Double? { floor.flatMap { $0 > 0 ? median / $0 : nil } }

    /// How far the reference was seen to differ from itself.
    var noiseFloor: Double { max(null.ratio, 1 / null.ratio) - 1 }

    /// A change within twice the noise floor cannot be gated: the verdict is for information.
    var isAdvisory: Bool {
        let ratio = decision.estimate.ratio
        return tolerance < 2 * noiseFloor && max(ratio, 1 / ratio) - 1 <= 2 * noiseFloor
    }

    var verdict: TimeVerdict { isNullTripped ? .undecided : decision.verdict }

    /// The verdict as a table says it.
    var text: String {
        if isNullTripped { return "undecided (null control)" }
        if decision.confirmation != nil, verdict == .undecided { return "undecided (did not recur)" }
        return verdict.rawValue + (isAdvisory && verdict != .same ? " (advisory)" : "")
    }
}
