import BenchmarkKit
import Foundation

/// All that changed between two things on one case, and what that suggests.
struct Explanation: Equatable {
    /// What a change of time most likely comes from.
    enum Cause: String, CaseIterable {
        /// More or fewer elements tested and nodes visited, or another growth with n.
        case algorithm
        /// More or fewer allocations.
        case allocation
        /// Other instructions for the same work.
        case code
        /// The same instructions, which miss the caches more or less often.
        case locality
        /// Nothing that was counted changed as the time did: where code and data happen to lie, or noise.
        case layout = "layout or noise"
        /// The time did not change.
        case none = "–"
    }

    /// A value of the reference and of what is compared with it; nil where it is not known.
    struct Change: Equatable {
        let from: Double?
        let to: Double?

        /// The ratio's logarithm; nil where a value is unknown. Values are raised by `floor`, below which they do not
        /// matter.
        func log(floor: Double) -> Double? {
            guard let from, let to else { return nil }
            return logarithm((to + floor) / (from + floor))
        }
    }

    let verdict: TimeVerdict
    /// Compared over reference.
    let timeRatio: Double
    /// Per operation.
    let instructions: Change
    let misses: Change
    let allocations: Change
    /// Elements tested and nodes visited.
    let work: Change
    /// Of the work, from a tenth of the items on.
    let exponent: Change

    /// A change explains the time where it goes the same way and makes up this part of it, on a logarithmic scale.
    private static let share = 0.4

    var cause: Cause {
        guard verdict == .slower || verdict == .faster else { return .none }
        let time = logarithm(timeRatio)
        func explains(_ change: Double?) -> Bool {
            guard let change else { return false }
            return change * time > 0 && abs(change) >= Self.share * abs(time)
        }
        // An exponent of 0.3 more is a factor of 2 from a tenth of the items on.
        if let from = exponent.from, let to = exponent.to, abs(to - from) >= 0.3, (to - from) * time > 0 {
            return .algorithm
        }
        // An allocation costs some 20 ns: half a one per operation is not noise.
        if let from = allocations.from, let to = allocations.to, abs(to - from) >= 0.5, (to - from) * time > 0 {
            return .allocation
        }
        if explains(work.log(floor: 1)) { return .algorithm }
        if explains(instructions.log(floor: 10)) { return .code }
        if explains(misses.log(floor: 0.1)) { return .locality }
        return .layout
    }
}
