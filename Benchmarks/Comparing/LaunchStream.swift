import BenchmarkKit
import Foundation
import Workloads

/// Times of two builds, from fresh processes in random order, launched as they are asked for.
///
/// A unit launches the head, the base, and the base once more; all rows of a group read the same units.
struct LaunchStream {
    /// Which of the three.
    enum Role: CaseIterable { case head, base, again }

    private let stream: UnitStream<[Role: [Lane.Key: Lane.Time]]>

    /// - Parameter launch: starts a process of the head or of the base, and returns what it measured.
    init(seed: UInt64, launch: @escaping (Role) throws -> [Lane.Key: Lane.Time]) {
        var random = SplitMix64(seed: seed)
        stream = UnitStream {
            var times: [Role: [Lane.Key: Lane.Time]] = [:]
            for role in Role.allCases.shuffled(using: &random) { times[role] = try launch(role) }
            return times
        }
    }

    /// Whether either build measures a row: neither does of an edit that the content has not what it takes for.
    func measures(_ key: Lane.Key) throws -> Bool {
        try stream.require(1)
        return [.head, .base].contains { stream.units[0][$0]?[key] != nil }
    }

    /// A row's log ratios, head over base, from the first unit on.
    func source(_ key: Lane.Key) -> SequentialComparison.Source {
        stream.source { try Self.logRatio($0, .head, .base, key) }
    }

    /// A row's log ratios of the base over itself, of all units so far.
    func null(_ key: Lane.Key) throws -> [Double] {
        try stream.units.map { try Self.logRatio($0, .again, .base, key) }
    }

    /// The head's median time.
    func median(_ key: Lane.Key) -> Double {
        Statistics.median(stream.units.compactMap { $0[.head]?[key]?.wall })
    }

    /// The part of the time that the processor was a launch's own, as the median of all of them; nil where no build tells.
    func cpuShare(_ key: Lane.Key) -> Double? {
        let shares = stream.units.flatMap(\.values).compactMap { times in
            times[key].flatMap { time in time.cpu.map { $0 / time.wall } }
        }
        return shares.isEmpty ? nil : Statistics.median(shares)
    }

    private static func logRatio(
        _ unit: [Role: [Lane.Key: Lane.Time]], _ a: Role, _ b: Role, _ key: Lane.Key
    ) throws -> Double {
        guard let a = unit[a]?[key]?.wall, let b = unit[b]?[key]?.wall else {
            throw InputError(
                "\(key.strategy)/\(key.phase)/\(key.trace): one of the builds does not measure it; is each a build of 'benchmarks'?",
                exitCode: .missing)
        }
        return log(a / b)
    }
}
