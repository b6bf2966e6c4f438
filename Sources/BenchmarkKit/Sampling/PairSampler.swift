import Foundation

/// Times a candidate against a reference in one process, in random ABBA blocks of short samples.
///
/// A block takes four samples, reference and candidate in a random order and then the other way round, on the same
/// operations; its log ratio is the mean of the two halves', so that a drift of the machine's speed and the advantage of
/// coming second cancel. Where the two are about equally fast, they execute equally many operations a sample.
///
/// Blocks of one pair say nothing of others: where its memory lies makes one set-up take longer than another one as long as it
/// lives. So it is one observation, however many blocks there are of it, and ``exchange(_:_:)`` goes on with another pair.
public final class PairSampler {
    private var candidates: [Candidate]
    private let operations: [Int]
    private let time: any TimeSource
    private let clock: ClockProfile
    private var random: SplitMix64
    /// Wall nanoseconds per operation of all samples so far, the reference's first.
    public private(set) var wall: [[Double]] = [[], []]
    private var wallSum: UInt64 = 0
    private var cpuSum: UInt64 = 0

    /// About how long a block takes, in nanoseconds.
    public let blockLength: Double

    /// Candidates whose operations differ less than this execute equally many of them.
    private static let alike = 4.0
    /// In nanoseconds.
    private static let longBlock = 20e6

    /// Calibrates both.
    public init(
        _ reference: Candidate, _ candidate: Candidate, plan: SamplingPlan, time: any TimeSource = SystemTimeSource()
    ) {
        let candidates = [reference, candidate]
        self.candidates = candidates
        self.time = time
        let clock = ClockProfile.measure(time)
        self.clock = clock
        var random = SplitMix64(seed: plan.seed)
        let target = max(plan.sampleLength.wholeNanoseconds, clock.shortestSample)
        let calibrations = candidates.map {
            Calibration.measure(
                $0, time: time, clock: clock, target: target, share: plan.budget.wholeNanoseconds / 2, random: &random)
        }
        self.random = random
        let counts = calibrations.map(\.operations)
        let isAlike = Double(counts.max()!) <= Self.alike * Double(counts.min()!)
        operations = isAlike ? candidates.map { $0.wholeCycles(counts.max()!) } : counts
        blockLength = zip(calibrations, operations).reduce(0) { $0 + 2 * $1.0.nanosecondsPerOperation * Double($1.1) }
    }

    /// Processor time over wall time of all samples; below 0.9 others used the processor.
    public var cpuShare: Double? { wallSum > 0 ? Double(cpuSum) / Double(wallSum) : nil }

    /// How many blocks fit in a time.
    public func count(in budget: Duration) -> Int {
        Int(min(Double(budget.wholeNanoseconds) / max(blockLength, 1), 1e6))
    }

    /// Goes on with another pair of the same work, which runs once: the first samples would pay for cold caches, which is nothing to
    /// long ones.
    public func exchange(_ reference: Candidate, _ candidate: Candidate) {
        candidates = [reference, candidate]
        guard blockLength < Self.longBlock else { return }
        let first = Calibration.firstOperation(&random)
        for (candidate, count) in zip(candidates, operations) { _ = candidate.run(first, count) }
    }

    /// Lets go of the pair, and so of its memory. The next call is of ``exchange(_:_:)``.
    public func release() { candidates = [] }

    /// Takes blocks and returns their log ratios, candidate over reference, in the order of their observation. Allocates nothing
    /// inside timed regions.
    public func blocks(_ count: Int) -> [Double] { (0..<count).map { _ in block() } }

    private func block() -> Double {
        let first = Calibration.firstOperation(&random)
        let leader = Int(random.next() >> 63)
        var logs = 0.0
        for lane in [leader, 1 - leader, 1 - leader, leader] {
            let candidate = candidates[lane]
            let count = operations[lane]
            let region = candidate.sample(first, count, time)
            wallSum += region.wall
            cpuSum += region.cpu
            let net = Double(region.wall - min(region.wall, clock.wallCost)) - candidate.overhead * Double(count)
            let elapsed = max(net, 1) / Double(count)
            wall[lane].append(elapsed)
            logs += lane == 1 ? log(elapsed) : -log(elapsed)
        }
        return logs / 2
    }
}
