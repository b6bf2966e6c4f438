/// The samples of one candidate, in nanoseconds per operation and in the order in which they were taken.
public struct SampleSeries: Sendable, Equatable {
    /// The candidate's name.
    public let name: String
    /// How many operations one sample executes.
    public let operationsPerSample: Int
    /// The round each sample belongs to, ascending; -1 before all rounds.
    public let rounds: [Int]
    /// Wall nanoseconds per operation of each sample, without the cost of the clock and of the harness.
    public let wall: [Double]
    /// Thread processor nanoseconds per operation of each sample, without the same.
    public let cpu: [Double]

    /// A series.
    ///
    /// - Precondition: there is at least one sample, and the three arrays are equally long.
    public init(name: String, operationsPerSample: Int, rounds: [Int], wall: [Double], cpu: [Double]) {
        precondition(!rounds.isEmpty && rounds.count == wall.count && wall.count == cpu.count, "Every sample is whole.")
        self.name = name
        self.operationsPerSample = operationsPerSample
        self.rounds = rounds
        self.wall = wall
        self.cpu = cpu
    }
}
