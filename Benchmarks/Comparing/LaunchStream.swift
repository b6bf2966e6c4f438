import BenchmarkKit
import Foundation
import Workloads

/// Times of two builds, from fresh processes in random order, launched as they are asked for.
///
/// A unit launches the head, the base, and the base once more; all rows of a group read the same units.
struct LaunchStream {
    /// What one unit measured.
    struct Unit {
        let head: [Lane.Key: Double]
        let base: [Lane.Key: Double]
        let again: [Lane.Key: Double]
    }

    /// Which of the three.
    enum Role: CaseIterable { case head, base, again }

    private let stream: UnitStream<Unit>

    /// - Parameter launch: starts a process of the head or of the base, and returns what it measured.
    init(seed: UInt64, launch: @escaping (Role) throws -> [Lane.Key: Double]) {
        var random = SplitMix64(seed: seed)
        stream = UnitStream {
            var times: [Role: [Lane.Key: Double]] = [:]
            for role in Role.allCases.shuffled(using: &random) { times[role] = try launch(role) }
            return Unit(head: times[.head] ?? [:], base: times[.base] ?? [:], again: times[.again] ?? [:])
        }
    }

    /// Whether either build measures a row: neither does of an edit that the content has not what it takes for.
    func measures(_ key: Lane.Key) throws -> Bool {
        try stream.require(1)
        return stream.units[0].head[key] != nil || stream.units[0].base[key] != nil
    }

    /// A row's log ratios, head over base, from the first unit on.
    func source(_ key: Lane.Key) -> SequentialComparison.Source {
        stream.source { try Self.logRatio($0.head, $0.base, key) }
    }

    /// A row's log ratios of the base over itself, of all units so far.
    func null(_ key: Lane.Key) throws -> [Double] {
        try stream.units.map { try Self.logRatio($0.again, $0.base, key) }
    }

    /// The head's median time.
    func median(_ key: Lane.Key) -> Double {
        Statistics.median(stream.units.compactMap { $0.head[key] })
    }

    private static func logRatio(
        _ a: [Lane.Key: Double], _ b: [Lane.Key: Double], _ key: Lane.Key
    ) throws -> Double {
        guard let a = a[key], let b = b[key] else {
            throw InputError(
                "\(key.strategy)/\(key.phase)/\(key.trace): one of the builds does not measure it; is each a build of 'benchmarks'?",
                exitCode: .missing)
        }
        return log(a / b)
    }
}
