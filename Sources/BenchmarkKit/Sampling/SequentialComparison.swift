/// Compares two times until a rule decides, at most a few times, and confirms a difference by measuring it once more.
public struct SequentialComparison: Sendable {
    /// Where log ratios come from: returns that many more, in the order of their observation.
    public typealias Source = (_ count: Int) throws -> [Double]

    /// When an estimate is a verdict.
    public let rule: TimeRule
    /// How many units the first look takes; each further look doubles their number.
    public let firstCount: Int

    /// A comparison.
    ///
    /// - Precondition: `firstCount` is at least 1.
    public init(rule: TimeRule, firstCount: Int) {
        precondition(firstCount >= 1, "A look takes at least one unit.")
        self.rule = rule
        self.firstCount = firstCount
    }

    /// What a comparison came to.
    public struct Decision: Sendable, Equatable {
        /// The verdict, after the confirmation.
        public var verdict: TimeVerdict
        /// The estimate of the first measurement.
        public let estimate: RatioEstimate
        /// How often that was looked at.
        public let looks: Int
        /// The estimate of the second measurement; nil where there was no difference to confirm.
        public let confirmation: RatioEstimate?

        /// A decision with known values.
        public init(verdict: TimeVerdict, estimate: RatioEstimate, looks: Int, confirmation: RatioEstimate?) {
            self.verdict = verdict
            self.estimate = estimate
            self.looks = looks
            self.confirmation = confirmation
        }
    }

    /// Measures until the rule decides.
    ///
    /// - Parameter other: a measurement set up from scratch, which is asked to confirm a difference: it counts only where it recurs.
    public func decide(_ source: Source, confirmedBy other: Source) throws -> Decision {
        let first = try measure(source)
        guard first.verdict.isDifference else {
            return Decision(verdict: first.verdict, estimate: first.estimate, looks: first.looks, confirmation: nil)
        }
        let second = try measure(other)
        return Decision(
            verdict: second.verdict == first.verdict ? first.verdict : .undecided, estimate: first.estimate,
            looks: first.looks, confirmation: second.estimate)
    }

    /// One measurement: looks at once, twice, four times as many units.
    private func measure(_ source: Source) throws -> (verdict: TimeVerdict, estimate: RatioEstimate, looks: Int) {
        var ratios: [Double] = []
        var look = 0
        while true {
            look += 1
            ratios += try source(look == 1 ? firstCount : ratios.count)
            let estimate = RatioEstimate(ratios, confidence: rule.confidence)
            let verdict = rule.verdict(of: estimate)
            if verdict != .undecided || look == rule.looks { return (verdict, estimate, look) }
        }
    }
}
