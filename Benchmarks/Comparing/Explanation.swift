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
        /// Nothing was counted.
        case unknown = "not counted"
        /// The time did not change.
        case none = "–"
    }

    /// A value of the reference and of what is compared with it; nil where it is not known.
    struct Change: Equatable {
        let from: Double?
        let to: Double?

        var difference: Double? { from.flatMap { from in to.map { $0 - from } } }
    }

    let verdict: TimeVerdict
    /// Compared over reference.
    let timeRatio: Double
    /// Nanoseconds per operation that it takes longer.
    let nanoseconds: Double
    /// Per operation.
    let instructions: Change
    let misses: Change
    let allocations: Change
    /// Elements tested and nodes visited; of edits the items placed.
    let work: Change
    /// Of the work, from a tenth of the items on.
    let exponent: Change

    /// A change explains the time where it goes the same way and makes up this part of it.
    private static let share = 0.4
    /// What an allocation and its release cost, about, in nanoseconds.
    private static let allocationCost = 40.0
    /// What a miss of the last-level cache costs, about, in nanoseconds.
    private static let missCost = 80.0

    var cause: Cause {
        guard verdict.isDifference else { return .none }
        if [instructions, misses, allocations, work].allSatisfy({ $0.from == nil || $0.to == nil }) { return .unknown }
        // An exponent of 0.3 more is a factor of 2 from a tenth of the items on.
        if let growth = exponent.difference, abs(growth) >= 0.3, growth * nanoseconds > 0 { return .algorithm }
        if explains(allocations, cost: Self.allocationCost) { return .allocation }
        if explains(work, floor: 1) { return .algorithm }
        if explains(instructions, floor: 10) { return .code }
        if explains(misses, cost: Self.missCost) { return .locality }
        return .layout
    }

    /// Whether the difference of a count, at a cost for each, makes up a good part of the time.
    private func explains(_ change: Change, cost: Double) -> Bool {
        guard let difference = change.difference else { return false }
        return difference * cost / nanoseconds >= Self.share
    }

    /// Whether the ratio of a count makes up a good part of the time's, on a logarithmic scale.
    private func explains(_ change: Change, floor: Double) -> Bool {
        guard let from = change.from, let to = change.to else { return false }
        return log((to + floor) / (from + floor)) / log(timeRatio) >= Self.share
    }
}
