import Foundation

/// How much neighbouring observations resemble each other.
enum SerialDependence {
    /// The lag-1 autocorrelation of the observations' signs around their median: what a sign test cares about, and deaf to
    /// outliers. 0 for fewer than 3 observations. O(n log n).
    static func ofSigns(_ values: [Double]) -> Double {
        guard values.count >= 3 else { return 0 }
        let median = Statistics.median(values)
        let signs = values.map { $0 > median ? 1.0 : $0 < median ? -1 : 0 }
        let power = signs.reduce(0) { $0 + $1 * $1 }
        guard power > 0 else { return 0 }
        return zip(signs, signs.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / power
    }

    /// How many independent observations say as much as these about their median, if they are a first-order autoregression.
    ///
    /// Its values k apart correlate by ρ^k and their signs by 2/π · asin ρ^k (Sheppard, 1899), which falls more slowly than
    /// powers of the signs' own lag-1 correlation: with these n (1 - r) / (1 + r) would count up to twice as many. A negative
    /// correlation raises nothing, and one within its own noise (1.645 / √n) lowers nothing. O(n log n).
    static func effectiveCount(_ values: [Double]) -> Int {
        let n = Double(values.count)
        let correlation = ofSigns(values)
        guard correlation > 1.645 / n.squareRoot() else { return values.count }
        let step = sin(.pi / 2 * correlation)
        var (power, sum) = (step, 0.0)
        for _ in 1..<values.count where power > 1e-4 {
            sum += asin(power)
            power *= step
        }
        return max(1, Int(n / (1 + 4 / .pi * sum)))
    }
}
