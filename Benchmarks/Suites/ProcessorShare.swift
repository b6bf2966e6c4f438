import BenchmarkKit

/// How much of the time that was measured the processor was this program's.
final class ProcessorShare {
    private var (wall, cpu) = (0.0, 0.0)
    /// Below it others have used the processor: times are then longer than they need be.
    static let least = 0.9

    /// Adds samples that were taken on one thread.
    func add(_ series: SampleSeries) {
        let operations = Double(series.operationsPerSample)
        wall += series.wall.reduce(0, +) * operations
        cpu += series.cpu.reduce(0, +) * operations
    }

    /// Processor time over wall time; nil where nothing was measured.
    var value: Double? { wall > 0 ? cpu / wall : nil }
}

extension Console {
    /// Warns where others used the processor.
    ///
    /// - Parameter when: of which time the share is.
    func warnIfBusy(_ share: Double?, _ when: String) {
        guard let share, share < ProcessorShare.least else { return }
        warn("others used the processor: \(Int(100 * share)) % of the time was ours \(when)")
    }
}
