import Foundation

/// The regularised incomplete beta function I_x(a, b), which the distributions of Student and of proportions rest on.
enum IncompleteBeta {
    /// I_x(a, b), by Lentz's evaluation of the continued fraction 26.5.8 of Abramowitz and Stegun; relative error about
    /// 1e-14 for parameters up to some thousands.
    ///
    /// - Precondition: `a` and `b` are positive, and `x` lies in 0...1.
    static func value(_ x: Double, _ a: Double, _ b: Double) -> Double {
        precondition(
            a > 0 && b > 0 && (0...1).contains(x), "The incomplete beta function needs a, b > 0 and 0 ≤ x ≤ 1.")
        if x == 0 || x == 1 { return x }
        // The fraction converges fast on the near side of the mean only.
        if x > (a + 1) / (a + b + 2) { return 1 - value(1 - x, b, a) }
        let logFactor = a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)
        return exp(logFactor) * fraction(x, a, b) / a
    }

    /// The x with I_x(a, b) = `probability`, by halving: 100 steps leave an error of an ulp. Never below 0 or above 1.
    ///
    /// - Precondition: `a` and `b` are positive, and the probability lies in 0...1.
    static func inverse(_ probability: Double, _ a: Double, _ b: Double) -> Double {
        precondition((0...1).contains(probability), "A probability lies between 0 and 1.")
        var low = 0.0
        var high = 1.0
        for _ in 0..<100 {
            let middle = (low + high) / 2
            if value(middle, a, b) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        func away(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var c = 1.0
        var d = 1 / away(1 - (a + b) * x / (a + 1))
        var result = d
        for step in 1...10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            var change = 1.0
            for term in [even, odd] {
                d = 1 / away(1 + term * d)
                c = away(1 + term / c)
                change = c * d
                result *= change
            }
            if abs(change - 1) < 1e-15 { break }
        }
        return result
    }
}
