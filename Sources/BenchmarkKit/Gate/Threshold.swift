/// A value that a measurement must not exceed.
public struct Threshold: Sendable, Equatable {
    /// What is measured.
    public var key: CaseKey
    /// What the value counts.
    public var unit: MetricUnit
    /// How the value behaves between runs.
    public var metricClass: MetricClass
    /// The accepted value.
    public var value: Double
    /// How far from it a measurement may lie: relatively, or absolutely where the value is 0.
    public var tolerance: Double
    /// The checksum of the answers; empty where it is not compared.
    public var checksum: String

    /// A threshold.
    ///
    /// - Precondition: the value is finite, and the tolerance finite and not negative.
    public init(
        key: CaseKey, unit: MetricUnit, metricClass: MetricClass, value: Double, tolerance: Double,
        checksum: String = ""
    ) {
        precondition(value.isFinite && tolerance.isFinite && tolerance >= 0, "A tolerance is a number, at least 0.")
        self.key = key
        self.unit = unit
        self.metricClass = metricClass
        self.value = value
        self.tolerance = tolerance
        self.checksum = checksum
    }

    /// The largest value that is no regression.
    public var upperBound: Double { value + slack }

    /// The smallest value that is no improvement to be locked in.
    public var lowerBound: Double { value - slack }

    /// Exactly measured values have no slack, whatever the file says.
    private var slack: Double {
        if metricClass == .exact { return 0 }
        return value == 0 ? tolerance : abs(value) * tolerance
    }

    /// Whether the answers of a row are the expected ones; nil where they are not compared.
    func isAnswered(by row: ResultRow) -> Bool? { checksum.isEmpty ? nil : row.checksum == checksum }

    /// The columns of a threshold file, in order.
    public static let columns =
        ["schema_version"] + CaseKey.columns + ["unit", "class", "value", "tolerance", "checksum"]

    /// The version of the columns and their meaning.
    public static let schemaVersion = 1

    /// The threshold's fields, in the columns' order.
    public var fields: [String] {
        [String(Self.schemaVersion)] + key.fields
            + [unit.rawValue, metricClass.rawValue, CSV.number(value), CSV.number(tolerance), checksum]
    }

    /// Reads a threshold.
    ///
    /// - Throws: `CSVError` that names the column, what was got and what was expected.
    public init(_ record: CSVRecord) throws(CSVError) {
        try record.expectVersion(Self.schemaVersion)
        key = try CaseKey(record)
        unit = try record.choice("unit")
        metricClass = try record.choice("class")
        value = try record.number("value")
        tolerance = try record.number("tolerance")
        checksum = record.text("checksum")
        if tolerance < 0 { throw record.error("tolerance", expected: "a number, at least 0") }
        if metricClass == .exact, tolerance != 0 {
            throw record.error("tolerance", expected: "0, because the class is exact")
        }
    }
}
