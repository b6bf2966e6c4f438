import BenchmarkKit
import Foundation

/// Where values lie along an axis of a chart.
struct ChartAxis {
    /// How distances on paper follow from values.
    enum Scale {
        /// Equal ratios are equally far apart.
        case logarithmic
        /// Parts of a whole: 90 %, 99 % and 99.9 % are equally far apart, as in the plots of HdrHistogram.
        case nines
        /// Numbers of runs.
        case ordinal
    }

    /// What stands at the ticks.
    enum Label {
        case time, count, bytes, ratio, part
        /// A text for each whole number.
        case names([String])
    }

    let scale: Scale
    let label: Label
    private let low: Double
    private let high: Double
    private let from: Double
    private let to: Double
    /// Pixels that a label takes.
    private let spacing: Double

    /// An axis that holds all values, from one pixel to another. Logarithmic ones get some air at both ends and span a
    /// factor of 1.25 at least, so that noise does not fill a chart.
    init(_ scale: Scale, _ label: Label, holding values: [Double], from: Double, to: Double, spacing: Double) {
        self.scale = scale
        self.label = label
        self.from = from
        self.to = to
        self.spacing = spacing
        let places = values.map { Self.place($0, scale) }.filter(\.isFinite)
        var low = places.min() ?? 0
        var high = places.max() ?? 1
        if scale == .logarithmic {
            let air = max(0.06 * (high - low), (log10(1.25) - (high - low)) / 2, 0.01)
            (low, high) = (low - air, high + air)
        } else if scale == .ordinal {
            (low, high) = (low - 0.5, high + 0.5)
        }
        self.low = low
        self.high = max(high, low + 1e-9)
    }

    private static func place(_ value: Double, _ scale: Scale) -> Double {
        switch scale {
        case .logarithmic: log10(value)
        case .nines: -log10(1 - value)
        case .ordinal: value
        }
    }

    /// The pixel of a value.
    func position(_ value: Double) -> Double {
        from + (Self.place(value, scale) - low) / (high - low) * (to - from)
    }

    /// How many labels there is room for.
    private var room: Double { max(abs(to - from) / spacing, 2) }

    /// The values that get a line and a label.
    var ticks: [Double] {
        switch scale {
        case .nines:
            return [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999].filter {
                (low - 1e-9...high + 1e-9).contains(Self.place($0, scale))
            }
        case .ordinal:
            let count = Int((high - low).rounded())
            let stride = Int((Double(count) / room).rounded(.up))
            // The last run is the one that people look for.
            return (0..<count).filter { (count - 1 - $0) % stride == 0 }.map(Double.init)
        case .logarithmic:
            return high - low < 1.2 ? roundTicks : decadeTicks
        }
    }

    private var decadeTicks: [Double] {
        let decades = Int(low.rounded(.down))...Int(high.rounded(.up))
        let stride = Int(((high - low) / room).rounded(.up))
        let steps = high - low < 2.3 ? [1.0, 3] : [1]
        return decades.filter { $0 % stride == 0 }
            .flatMap { decade in steps.map { $0 * pow(10, Double(decade)) } }
            .filter { (low...high).contains(log10($0)) }
    }

    /// Multiples of 1, 2 or 5 of a power of ten, as many as there is room for.
    private var roundTicks: [Double] {
        let values = pow(10, low)...pow(10, high)
        let least = (values.upperBound - values.lowerBound) / room
        let decade = pow(10, log10(least).rounded(.down))
        // Between numbers that differ by next to nothing there are none.
        guard decade.isNormal, values.upperBound / decade < 1e15 else { return [] }
        let step = ([1, 2, 5].first { $0 * decade >= least } ?? 10) * decade
        let first = Int((values.lowerBound / step).rounded(.up))
        let last = Int((values.upperBound / step).rounded(.down))
        // A product of a whole number and a power of ten: sums would collect errors.
        return first <= last ? (first...last).map { Double($0) * step } : []
    }

    func text(_ value: Double) -> String {
        switch label {
        case .time: Self.scaled(value, [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)])
        case .count: Self.scaled(value, [("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1)], gap: "")
        case .bytes: Self.scaled(value, [("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1)])
        case .ratio: Self.short(value)
        case .part: Self.short(100 * value) + "%"
        case .names(let names): names.indices.contains(Int(value)) ? names[Int(value)] : ""
        }
    }

    private static func scaled(_ value: Double, _ units: [(String, Double)], gap: String = " ") -> String {
        let unit = units.first { value >= 0.999 * $0.1 } ?? units.last!
        return short(value / unit.1) + (unit.0.isEmpty ? "" : gap + unit.0)
    }

    /// Five digits at most, without zeros at the end.
    private static func short(_ value: Double) -> String {
        guard value != 0 else { return "0" }
        let digits = pow(10, 5 - log10(abs(value)).rounded(.up))
        return CSV.number((value * digits).rounded() / digits)
    }
}
