import Foundation

/// Student's t distribution.
enum StudentT {
    /// The probability of a value of at most `t`.
    ///
    /// - Precondition: `degrees` is positive.
    static func cumulative(_ t: Double, degrees: Double) -> Double {
        let tail = IncompleteBeta.value(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
        return t > 0 ? 1 - tail : tail
    }

    /// The value that is not exceeded with the given probability.
    ///
    /// - Precondition: the probability lies strictly between 0 and 1, and `degrees` is positive.
    static func quantile(_ probability: Double, degrees: Double) -> Double {
        precondition(probability > 0 && probability < 1, "A probability lies between 0 and 1.")
        if probability == 0.5 { return 0 }
        // 1 - x, not x, tells small quantiles apart: t² = degrees · (1 - x) / x.
        let complement = IncompleteBeta.inverse(1 - 2 * min(probability, 1 - probability), 0.5, degrees / 2)
        let t = sqrt(degrees * complement / (1 - complement))
        return probability < 0.5 ? -t : t
    }
}
