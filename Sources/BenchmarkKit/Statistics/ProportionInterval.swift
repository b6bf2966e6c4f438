import Foundation

/// A confidence interval of a probability, from how often something happened.
public struct ProportionInterval: Sendable, Equatable {
    /// The lower bound, at least 0.
    public let lower: Double
    /// The upper bound, at most 1.
    public let upper: Double

    /// The exact interval of Clopper and Pearson (1934): never covers less than the confidence, and is the one to bound a
    /// false-alarm rate with.
    ///
    /// - Precondition: `0 <= successes <= trials`, `trials > 0`, and the confidence lies strictly between 0 and 1.
    public static func clopperPearson(_ successes: Int, of trials: Int, confidence: Double = 0.95) -> Self {
        check(successes, trials, confidence)
        let tail = (1 - confidence) / 2
        let k = Double(successes)
        let rest = Double(trials - successes)
        return Self(
            lower: successes == 0 ? 0 : IncompleteBeta.inverse(tail, k, rest + 1),
            upper: successes == trials ? 1 : IncompleteBeta.inverse(1 - tail, k + 1, rest))
    }

    /// The interval of Wilson (1927): covers the confidence on average, and is narrower.
    ///
    /// - Precondition: as for ``clopperPearson(_:of:confidence:)``.
    public static func wilson(_ successes: Int, of trials: Int, confidence: Double = 0.95) -> Self {
        check(successes, trials, confidence)
        // A million degrees of freedom are normal to seven digits.
        let z = StudentT.quantile(1 - (1 - confidence) / 2, degrees: 1e6)
        let n = Double(trials)
        let p = Double(successes) / n
        let center = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return Self(lower: successes == 0 ? 0 : center - half, upper: successes == trials ? 1 : center + half)
    }

    private static func check(_ successes: Int, _ trials: Int, _ confidence: Double) {
        precondition(
            trials > 0 && (0...trials).contains(successes), "Successes lie between 0 and the number of trials.")
        precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1.")
    }
}
