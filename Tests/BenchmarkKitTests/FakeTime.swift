import BenchmarkKit

/// A clock that only moves when it is read or when work is done on it.
final class FakeTime: TimeSource {
    private(set) var wall: UInt64 = 1_000_000
    private var cpu: UInt64 = 0
    private let readingCost: UInt64
    private let cpuReadingCost: UInt64

    init(readingCost: UInt64 = 0, cpuReadingCost: UInt64 = 0) {
        self.readingCost = readingCost
        self.cpuReadingCost = cpuReadingCost
    }

    func wallNanoseconds() -> UInt64 {
        wall += readingCost
        return wall
    }

    func cpuNanoseconds() -> UInt64 {
        cpu += cpuReadingCost
        return cpu
    }

    /// Lets time pass; the processor is ours for the given part of it.
    func work(_ nanoseconds: UInt64, cpuShare: Double = 1) {
        wall += nanoseconds
        cpu += UInt64(Double(nanoseconds) * cpuShare)
    }
}
