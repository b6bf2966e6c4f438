/// Something to be timed: a strategy that executes the operations of a cyclic workload.
public struct Candidate {
    /// The name results carry.
    public let name: String

    /// Nanoseconds per operation that the harness itself takes in a batch, which samplers subtract.
    public let overhead: Double

    /// How many operations a sample has at least, and of how many it has a multiple. More than one where the operations are
    /// few and unlike: a sample of some of them would tell of those only, and a median of such samples of none.
    public let cycle: Int

    /// Executes `count` operations from operation `first` on, wrapping at the workload's end, and returns a value that
    /// depends on all their results.
    ///
    /// It is called inside timed regions: its setup belongs before, and it should call nothing through an existential
    /// per operation. `first` is at least 0 and below 2^30; of samples `count` is a multiple of ``cycle``.
    public let run: (_ first: Int, _ count: Int) -> UInt64

    /// Goes on with a copy of itself that lies elsewhere in memory. Samplers call it before each sample.
    ///
    /// Where operations are short, it matters where the few lines of memory lie that each of them touches: a query of
    /// 15 ns took half as long again at one of some fifty places, for as long as it stayed there. The median of samples at many
    /// places tells of none of them.
    public let relocate: () -> Void

    /// A candidate with its name and its work.
    ///
    /// - Precondition: the cycle is of at least one operation.
    public init(
        name: String, overhead: Double = 0, cycle: Int = 1, relocate: @escaping () -> Void = {},
        run: @escaping (_ first: Int, _ count: Int) -> UInt64
    ) {
        precondition(cycle >= 1, "a cycle has at least 1 operation, got \(cycle)")
        self.name = name
        self.overhead = overhead
        self.cycle = cycle
        self.relocate = relocate
        self.run = run
    }

    /// The same work, of which that many nanoseconds per operation are the harness's own.
    public func without(_ overhead: Double) -> Candidate {
        Candidate(name: name, overhead: overhead, cycle: cycle, relocate: relocate, run: run)
    }

    /// Executes operations elsewhere than before, and times them.
    func sample(_ first: Int, _ count: Int, _ time: any TimeSource) -> TimedRegion {
        relocate()
        return TimedRegion.measure(time) { run(first, count) }
    }

    /// So many operations, or as many more as whole cycles take.
    func wholeCycles(_ count: Int) -> Int { (count + cycle - 1) / cycle * cycle }
}
