/// A series drawn in the height of a line of text.
public enum Sparkline {
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    /// A block for each value, the smallest lowest and the largest highest; blocks of middle height where all are equal,
    /// `·` for what is missing. O(n).
    public static func text(_ values: [Double?]) -> String {
        let known = values.compactMap(\.self).filter(\.isFinite)
        guard let low = known.min(), let high = known.max() else { return String(repeating: "·", count: values.count) }
        return String(
            values.map { value in
                guard let value, value.isFinite else { return "·" }
                guard high > low else { return blocks[3] }
                return blocks[Int(((value - low) / (high - low) * Double(blocks.count - 1)).rounded())]
            })
    }
}
