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

    /// How many independent observations say as much as these: n (1 - r) / (1 + r) for a first-order autoregression with
    /// lag-1 autocorrelation r. A negative r raises nothing, and one within its own noise (1.645 / √n) lowers nothing.
    static func effectiveCount(_ values: [Double]) -> Int {
        let n = Double(values.count)
        let correlation = ofSigns(values)
        guard correlation > 1.645 / n.squareRoot() else { return values.count }
        return max(1, Int(n * (1 - correlation) / (1 + correlation)))
    }
}
