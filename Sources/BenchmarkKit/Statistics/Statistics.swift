/// Descriptive statistics of samples.
public enum Statistics {
    /// The middle value, or the mean of the two middle ones. O(n log n).
    ///
    /// - Precondition: the values are not empty and none is NaN.
    public static func median(_ values: [Double]) -> Double {
        quantile(0.5, ofSorted: values.sorted())
    }

    /// The quantile of values in ascending order, linearly interpolated between order statistics: type 7 of Hyndman and
    /// Fan (1996), the default of R and NumPy. O(1).
    ///
    /// - Precondition: the values are not empty and ascending, and `probability` lies in 0...1.
    public static func quantile(_ probability: Double, ofSorted values: [Double]) -> Double {
        precondition(!values.isEmpty, "No values have no quantile.")
        precondition((0...1).contains(probability), "A probability lies between 0 and 1.")
        let position = probability * Double(values.count - 1)
        let index = Int(position)
        let fraction = position - Double(index)
        if fraction == 0 { return values[index] }
        return values[index] + (values[index + 1] - values[index]) * fraction
    }

    /// How often an interval may miss on either side, a little more: a rounding error must not shut out a coverage that equals
    /// the confidence.
    static func tail(outside confidence: Double) -> Double { (1 - confidence) / 2 * (1 + 1e-12) }
}
