/// Writes values for people: with three digits where a unit fits the value.
public enum Quantity {
    /// A value of a metric: times with three digits, others with one decimal, bytes below 1 with three, counts from 1000 on whole.
    public static func value(_ value: Double, _ unit: MetricUnit) -> String {
        switch unit {
        case .nanoseconds: time(value)
        case .bytes: fixed(value, decimals: value < 1 ? 3 : 1)
        case .count, .ratio: fixed(value, decimals: value < 1000 ? 1 : 0)
        }
    }

    /// Nanoseconds in the unit that fits: `1.23 µs`.
    public static func time(_ nanoseconds: Double) -> String { scaled(nanoseconds, ["ns", "µs", "ms", "s"]) }

    /// Bytes in the unit that fits, each a thousand times the one before: `1.50 MB`.
    public static func bytes(_ count: Double) -> String { scaled(count, ["B", "kB", "MB", "GB"]) }

    /// A number of times: `1.23`, `12.3`, `1,234`.
    public static func ratio(_ value: Double) -> String {
        fixed(value, decimals: value < 9.95 ? 2 : value < 99.5 ? 1 : 0)
    }

    /// A part of a whole in per cent: `2.50 %` for 0.025 with two decimals.
    public static func percent(_ part: Double, decimals: Int) -> String { fixed(100 * part, decimals: decimals) + " %" }

    /// Three digits and the first unit of which there are fewer than a thousand.
    private static func scaled(_ value: Double, _ units: [String]) -> String {
        guard value > 0 else { return "0 " + units[0] }
        var (rest, unit) = (value, 0)
        while rest >= 999.5, unit + 1 < units.count {
            rest /= 1000
            unit += 1
        }
        return fixed(rest, decimals: rest < 9.995 ? 2 : rest < 99.95 ? 1 : 0) + " " + units[unit]
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
}
