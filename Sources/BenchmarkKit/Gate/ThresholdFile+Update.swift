extension ThresholdFile {
    /// What an update changes.
    public struct Update: Sendable, Equatable {
        /// The new thresholds.
        public let file: ThresholdFile
        /// A unified diff without context, which `patch` and `git apply --unidiff-zero` accept; empty where nothing
        /// changes.
        public let patch: String
        /// How many thresholds are new.
        public let added: Int
        /// How many thresholds have another value, tolerance or checksum.
        public let changed: Int
        /// How many thresholds are gone.
        public let removed: Int
    }

    /// The thresholds with measured values put in.
    ///
    /// Exact values and checksums are taken over as they are. Others stay as long as the measurement lies within their
    /// tolerance, so that noise changes no file. A new threshold gets the tolerance of its class, a changed one keeps its
    /// own. Unavailable values change nothing. O(n log n).
    ///
    /// - Parameters:
    ///   - rows: what was measured; of rows with the same key the last one counts.
    ///   - path: the file's path in the patch.
    ///   - isNew: whether there is no file yet: the patch makes it.
    ///   - tolerance: the relative tolerance of a new threshold of the class; exact ones always get 0.
    ///   - isVoid: whether a threshold that was not measured goes away: what it is about exists no more.
    public func updating(
        with rows: [ResultRow], path: String, isNew: Bool = false,
        tolerance: (MetricClass) -> Double = defaultTolerance,
        isVoid: (CaseKey) -> Bool = { _ in false }
    ) -> Update {
        let old = Dictionary(uniqueKeysWithValues: thresholds.map { ($0.key, $0) })
        // An unavailable metric says nothing about the thresholds of its case, whatever their statistic.
        let unavailable = Set(rows.filter { $0.value == nil }.map(\.key))
        var new = old.filter { key, _ in unavailable.contains(key.ofUnavailable) || !isVoid(key) }
        for row in rows {
            guard let value = row.value else { continue }
            new[row.key] = Self.merged(old[row.key], row, value, tolerance)
        }
        let file = ThresholdFile(Array(new.values))
        return Update(
            file: file,
            patch: isNew
                ? SortedPatch.text(path: path, making: file)
                : SortedPatch.text(path: path, from: thresholds, to: file.thresholds),
            added: new.keys.count { old[$0] == nil },
            changed: new.count { old[$0.key] != nil && old[$0.key] != $0.value },
            removed: old.keys.count { new[$0] == nil }
        )
    }

    /// The relative tolerance of a new threshold: exact values 0, times 5 %, memory 10 %.
    public static func defaultTolerance(_ metricClass: MetricClass) -> Double {
        switch metricClass {
        case .exact: 0
        case .time: 0.05
        case .memory: 0.1
        }
    }

    private static func merged(
        _ old: Threshold?, _ row: ResultRow, _ value: Double, _ tolerance: (MetricClass) -> Double
    ) -> Threshold {
        let isSameKind = old?.unit == row.unit && old?.metricClass == row.metricClass
        let width = row.metricClass == .exact ? 0 : isSameKind ? old!.tolerance : tolerance(row.metricClass)
        var merged = Threshold(
            key: row.key, unit: row.unit, metricClass: row.metricClass, value: value, tolerance: width,
            checksum: row.checksum
        )
        if isSameKind, let old, (old.lowerBound...old.upperBound).contains(value) { merged.value = old.value }
        return merged
    }
}

extension CaseKey {
    /// The key of the row that says that a metric of this case is unavailable.
    var ofUnavailable: CaseKey {
        var key = self
        key.statistic = ResultRow.unavailable
        return key
    }
}
