import Foundation

/// The binomial distribution.
enum Binomial {
    /// The probability of at most `successes` successes in `trials` trials that each succeed with `probability`.
    ///
    /// Sums the exact terms, smallest first as far as they ascend; relative error about 1e-12 for thousands of trials.
    /// O(successes).
    ///
    /// - Precondition: `trials >= 0` and `probability` lies in 0...1.
    static func cumulative(_ successes: Int, trials: Int, probability: Double = 0.5) -> Double {
        precondition(trials >= 0, "A number of trials is not negative.")
        precondition((0...1).contains(probability), "A probability lies between 0 and 1.")
        if successes < 0 { return 0 }
        if successes >= trials || probability == 0 { return 1 }
        if probability == 1 { return 0 }
        // Logarithms: 0.5 to the power of the trials underflows from 1075 trials on.
        let logSuccess = log(probability)
        let logFailure = log1p(-probability)
        var logChoose = 0.0
        var sum = 0.0
        for k in 0...successes {
            if k > 0 { logChoose += log(Double(trials - k + 1)) - log(Double(k)) }
            sum += exp(logChoose + Double(k) * logSuccess + Double(trials - k) * logFailure)
        }
        return min(1, sum)
    }
}
