import BenchmarkKit

/// Units of a measurement, taken as they are asked for; whoever reads them reads the same ones.
final class UnitStream<Unit> {
    private let take: () throws -> Unit
    private(set) var units: [Unit] = []

    /// - Parameter take: measures the next unit.
    init(take: @escaping () throws -> Unit) { self.take = take }

    /// Takes what is missing to so many units.
    func require(_ count: Int) throws {
        while units.count < count { units.append(try take()) }
    }

    /// A number of each unit, from the first unit on.
    func source(_ number: @escaping (Unit) throws -> Double) -> SequentialComparison.Source {
        var next = 0
        return { [self] count in
            try require(next + count)
            defer { next += count }
            return try units[next..<next + count].map(number)
        }
    }
}
