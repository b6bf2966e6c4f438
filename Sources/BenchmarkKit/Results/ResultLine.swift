/// The last line of a command's output, for programs.
public struct ResultLine: Sendable, Equatable {
    /// Rows that got worse, or whose answer changed.
    public var regressed = 0
    /// Rows that got better beyond the tolerance.
    public var improved = 0
    /// Rows within the tolerance.
    public var ok = 0
    /// Rows that the measurement does not decide, or whose metric is unavailable.
    public var undecided = 0
    /// Rows that are measured but have no threshold, or the other way round.
    public var missing = 0
    /// What the process exits with.
    public var exit = ExitCode.success

    /// A line with its counts, and zeros in place of what is left out.
    public init(
        regressed: Int = 0, improved: Int = 0, ok: Int = 0, undecided: Int = 0, missing: Int = 0,
        exit: ExitCode = .success
    ) {
        self.regressed = regressed
        self.improved = improved
        self.ok = ok
        self.undecided = undecided
        self.missing = missing
        self.exit = exit
    }

    /// `RESULT regressed=0 improved=2 ok=57 undecided=0 missing=0 exit=0`, without line feed.
    public var text: String {
        "RESULT regressed=\(regressed) improved=\(improved) ok=\(ok) undecided=\(undecided) missing=\(missing) "
            + "exit=\(exit.rawValue)"
    }
}
