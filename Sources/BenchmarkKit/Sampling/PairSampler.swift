#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Times a candidate against a reference in one process, in random ABBA blocks of short samples.
///
/// A block takes four samples, reference and candidate in a random order and then the other way round, on the same
/// operations; its log ratio is the mean of the two halves', so that a drift of the machine's speed and the advantage of
/// coming second cancel. Where the two are about equally fast, they execute equally many operations a sample.
///
/// Blocks are spread over pairs that are set up anew: where its memory lies makes one set-up take longer than others as long as
/// it lives, by some per cent where operations are short, which no interval of a single pair allows for.
public final class PairSampler {
    private var candidates: [Candidate]
    private let setUp: (() throws -> [Candidate])?
    /// How long it takes to set a pair up, in nanoseconds.
    private let setUpLength: Double
    /// Whether blocks were taken of the pair that was set up last.
    private var isUsed = false
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
    /// Over so many pairs blocks that are asked for at once are spread at most.
    private static let mostSetUps = 16
    /// How long setting up may take, as a part of the time of the blocks.
    private static let setUpShare = 0.5

    /// Sets a pair up and calibrates both.
    ///
    /// - Parameter setUp: prepares a reference and a candidate, elsewhere in memory each time.
    /// - Throws: what `setUp` throws.
    public convenience init(
        plan: SamplingPlan, time: any TimeSource = SystemTimeSource(),
        setUp: @escaping () throws -> (reference: Candidate, candidate: Candidate)
    ) throws {
        func pair() throws -> [Candidate] {
            let (reference, candidate) = try setUp()
            return [reference, candidate]
        }
        let start = time.wallNanoseconds()
        let first = try pair()
        self.init(first, plan, time, setUp: pair, taking: Double(time.wallNanoseconds() - start))
    }

    /// Calibrates both, of which all blocks are taken.
    public convenience init(
        _ reference: Candidate, _ candidate: Candidate, plan: SamplingPlan, time: any TimeSource = SystemTimeSource()
    ) {
        self.init([reference, candidate], plan, time, setUp: nil, taking: 0)
    }

    private init(
        _ candidates: [Candidate], _ plan: SamplingPlan, _ time: any TimeSource, setUp: (() throws -> [Candidate])?,
        taking setUpLength: Double
    ) {
        self.candidates = candidates
        self.setUp = setUp
        self.setUpLength = setUpLength
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

    /// Takes blocks and returns their log ratios, candidate over reference, in the order of their observation. Allocates nothing
    /// inside timed regions.
    ///
    /// - Throws: what setting up throws.
    public func blocks(_ count: Int) throws -> [Double] {
        let time = Self.setUpShare * blockLength * Double(count)
        let setUps = Int(min(time / max(setUpLength, 1), Double(min(count, Self.mostSetUps))))
        var logs: [Double] = []
        let parts = max(setUps, 1)
        for part in 1...parts {
            if isUsed, setUps > 0, let setUp { try exchange(setUp) }
            isUsed = true
            while logs.count < count * part / parts { logs.append(block()) }
        }
        return logs
    }

    /// Goes on with another pair, which has run once: the first samples would pay for cold caches.
    private func exchange(_ setUp: () throws -> [Candidate]) throws {
        // The former pair lives until there is the new one, which would else get its memory.
        candidates = try setUp()
        let first = Calibration.firstOperation(&random)
        for (candidate, count) in zip(candidates, operations) { _ = candidate.run(first, count) }
    }

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
