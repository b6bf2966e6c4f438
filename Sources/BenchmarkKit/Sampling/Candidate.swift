/// Something to be timed: a strategy that executes the operations of a cyclic workload.
public struct Candidate {
    /// The name results carry.
    public let name: String

    /// Nanoseconds per operation that the harness itself takes in a batch, which samplers subtract.
    public let overhead: Double

    /// Executes `count` operations from operation `first` on, wrapping at the workload's end, and returns a value that
    /// depends on all their results.
    ///
    /// It is called inside timed regions: its setup belongs before, and it should call nothing through an existential
    /// per operation. `first` is at least 0 and below 2^30, `count` at least 1.
    public let run: (_ first: Int, _ count: Int) -> UInt64

    /// A candidate with its name and its work.
    public init(name: String, overhead: Double = 0, run: @escaping (_ first: Int, _ count: Int) -> UInt64) {
        self.name = name
        self.overhead = overhead
        self.run = run
    }

    /// The same work, of which that many nanoseconds per operation are the harness's own.
    public func without(_ overhead: Double) -> Candidate { Candidate(name: name, overhead: overhead, run: run) }
}
