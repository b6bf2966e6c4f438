/// One measured value with everything needed to understand it later: a row of a result file.
public struct ResultRow: Sendable, Equatable {
    /// The version of the columns and their meaning. Columns are only ever appended.
    public static let schemaVersion = 1

    /// The statistic of a value that could not be measured.
    public static let unavailable = "unavailable"

    /// The columns, in order.
    public static let columns = [
        "schema_version", "run_id", "commit", "environment", "suite", "dataset", "n", "layout", "strategy", "trace",
        "phase", "metric", "unit", "class", "statistic", "value", "samples", "checksum", "seed",
    ]

    /// The run that measured it.
    public var runID: String
    /// The commit that was measured.
    public var commit: String
    /// The environment's short id.
    public var environment: String
    /// What was measured.
    public var key: CaseKey
    /// What the value counts.
    public var unit: MetricUnit
    /// How the value behaves between runs.
    public var metricClass: MetricClass
    /// The value; nil where it could not be measured, and then the key's statistic is `unavailable`.
    public var value: Double?
    /// How many samples the value summarises.
    public var samples: Int
    /// A checksum of the answers, in hexadecimal; empty where there is none.
    public var checksum: String
    /// The seed of the run.
    public var seed: UInt64

    /// A measured value, or with a nil `value` the note that it is unavailable: the key's statistic then becomes
    /// `unavailable`.
    public init(
        runID: String, commit: String, environment: String, key: CaseKey, unit: MetricUnit, metricClass: MetricClass,
        value: Double?, samples: Int, checksum: String = "", seed: UInt64
    ) {
        self.runID = runID
        self.commit = commit
        self.environment = environment
        self.key = key
        self.unit = unit
        self.metricClass = metricClass
        self.value = value
        self.samples = samples
        self.checksum = checksum
        self.seed = seed
        if value == nil { self.key.statistic = Self.unavailable }
    }

    /// A checksum as the column holds it: 16 hexadecimal digits.
    public static func checksum(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The row's fields, in the columns' order.
    public var fields: [String] {
        [
            String(Self.schemaVersion), runID, commit, environment, key.suite, key.dataset, String(key.n), key.layout,
            key.strategy, key.trace, key.phase, key.metric, unit.rawValue, metricClass.rawValue, key.statistic,
            value.map(CSV.number) ?? "", String(samples), checksum, String(seed),
        ]
    }

    /// Reads a row.
    ///
    /// - Throws: `CSVError` that names the column, what was got and what was expected.
    public init(_ record: CSVRecord) throws(CSVError) {
        try record.expectVersion(Self.schemaVersion)
        runID = record.text("run_id")
        commit = record.text("commit")
        environment = record.text("environment")
        key = try CaseKey(record)
        unit = try record.choice("unit")
        metricClass = try record.choice("class")
        let isUnavailable = key.statistic == Self.unavailable
        value = isUnavailable ? nil : try record.number("value")
        if isUnavailable, !record.text("value").isEmpty {
            throw record.error("value", expected: "nothing, because the statistic is 'unavailable'")
        }
        samples = try record.integer("samples")
        checksum = record.text("checksum")
        seed = try record.unsigned("seed")
    }
}

extension CaseKey {
    /// Reads the key's columns.
    init(_ record: CSVRecord) throws(CSVError) {
        self.init(
            suite: record.text("suite"), dataset: record.text("dataset"), n: try record.itemCount("n"),
            layout: record.text("layout"), strategy: record.text("strategy"), trace: record.text("trace"),
            phase: record.text("phase"), metric: record.text("metric"),
            statistic: record.text("statistic")
        )
    }
}
