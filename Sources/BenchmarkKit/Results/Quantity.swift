/// Writes values for people, with one unit for all values of a row so that they compare at a glance.
///
/// The unit fits the smallest value that is not 0, and so does the number of decimals, which gives that value three
/// digits.
public enum Quantity {
    /// The values as text with the row's unit, `unavailable` for those that are nil. O(number of values).
    public static func format(_ values: [Double?], unit: MetricUnit) -> [String] {
        let magnitudes = values.compactMap { $0.map(abs) }.filter { $0 > 0 && $0.isFinite }
        let smallest = magnitudes.min() ?? 0
        let (suffix, factor) = scale(smallest, unit)
        let isWhole = magnitudes.allSatisfy { ($0 / factor).rounded() == $0 / factor }
        let digits = isWhole ? 0 : decimals(smallest / factor)
        return values.map { value in
            guard let value else { return ResultRow.unavailable }
            return fixed(value / factor, decimals: digits) + suffix
        }
    }

    /// One value as text with a unit that fits it.
    public static func format(_ value: Double?, unit: MetricUnit) -> String {
        format([value], unit: unit)[0]
    }

    /// The number with that many decimals and commas between thousands: `12,345.60`.
    public static func fixed(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 9e15 else { return "\(value)" }
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let scaled = (abs(value) * power).rounded()
        guard scaled < 9e15 else { return fixed(value, decimals: decimals - 1) }
        let whole = Int64(scaled) / Int64(power)
        var text = ""
        for (index, digit) in String(whole).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        text = String(text.reversed())
        if decimals > 0 {
            let fraction = String(Int64(scaled) % Int64(power))
            text += "." + String(repeating: "0", count: decimals - fraction.count) + fraction
        }
        return value < 0 && scaled > 0 ? "-" + text : text
    }

    /// A whole number with its thousands set apart: `1,000,000`.
    public static func count(_ value: Int) -> String { fixed(Double(value), decimals: 0) }

    /// A change as a signed percentage: `+1.25 %` for 1.0125.
    public static func change(ofRatio ratio: Double) -> String {
        let text = fixed(100 * (ratio - 1), decimals: 2)
        return (text.hasPrefix("-") ? "" : "+") + text + " %"
    }

    private static func scale(_ smallest: Double, _ unit: MetricUnit) -> (suffix: String, factor: Double) {
        let scales: [(String, Double)]
        switch unit {
        case .count, .ratio: return ("", 1)
        case .nanoseconds: scales = [(" ns", 1), (" µs", 1e3), (" ms", 1e6), (" s", 1e9)]
        case .bytes: scales = [(" B", 1), (" kB", 1e3), (" MB", 1e6), (" GB", 1e9)]
        }
        return scales.last { $0.1 <= smallest } ?? scales[0]
    }

    private static func decimals(_ smallest: Double) -> Int {
        var digits = 0
        var bound = 100.0
        while digits < 6, smallest < bound {
            digits += 1
            bound /= 10
        }
        return digits
    }
}
