extension ThresholdFile {
    /// What the gate says about a run.
    public struct Check: Sendable, Equatable {
        /// One verdict for each key that has a threshold or was measured, ascending by key.
        public let verdicts: [RowVerdict]
        /// Whether improvements count as failures.
        public let isStrictAboutImprovements: Bool

        /// What to exit with: the most severe of the verdicts' codes; 5 where there is nothing at all.
        public var exitCode: ExitCode {
            if verdicts.isEmpty { return .missing }
            return ExitCode.mostSevere(
                verdicts.map { $0.verdict.exitCode(isStrictAboutImprovements: isStrictAboutImprovements) }
            )
        }

        /// Whether answers were compared by their checksums, and not one of them is the expected one: what was measured is most
        /// likely something else.
        public var answersDiffer: Bool {
            let answers = verdicts.compactMap { verdict in
                verdict.measured.flatMap { $0.value == nil ? nil : verdict.threshold?.isAnswered(by: $0) }
            }
            return !answers.isEmpty && !answers.contains(true)
        }

        /// The counts for the last line of output. Changed answers count as regressed, mismatches as missing,
        /// unavailable metrics as undecided.
        public var resultLine: ResultLine {
            func count(_ kinds: Verdict...) -> Int { verdicts.count { kinds.contains($0.verdict) } }
            return ResultLine(
                regressed: count(.regressed, .changed), improved: count(.improved), ok: count(.ok),
                undecided: count(.unavailable), missing: count(.mismatched, .notMeasured, .noThreshold), exit: exitCode
            )
        }
    }

    /// Compares a run with the thresholds. O(n log n).
    ///
    /// - Parameters:
    ///   - rows: what was measured; of rows with the same key the last one counts.
    ///   - mustBeEqual: the ids of metrics of which any change is a failure.
    ///   - isStrictAboutImprovements: whether improvements count as failures.
    ///   - isInScope: whether a threshold was to be measured at all; a run of a part leaves out the others.
    ///   - isSkipped: whether it could not be measured on this machine.
    public func check(
        _ rows: [ResultRow], mustBeEqual: Set<String> = [Metric.hits.id], isStrictAboutImprovements: Bool = false,
        isInScope: (CaseKey) -> Bool = { _ in true }, isSkipped: (CaseKey) -> Bool = { _ in false }
    ) -> Check {
        var measured: [CaseKey: ResultRow] = [:]
        for row in rows { measured[row.key] = row }
        var verdicts: [RowVerdict] = []
        var answered: Set<CaseKey> = []
        for threshold in thresholds {
            let row = measured[threshold.key] ?? measured[threshold.key.ofUnavailable]
            let isSkipped = row == nil && isSkipped(threshold.key)
            guard row != nil || isSkipped || isInScope(threshold.key) else { continue }
            if let row { answered.insert(row.key) }
            let verdict = isSkipped ? .unavailable : Self.verdict(threshold, row, mustBeEqual)
            verdicts.append(RowVerdict(key: threshold.key, verdict: verdict, threshold: threshold, measured: row))
        }
        for (key, row) in measured where !answered.contains(key) {
            let verdict = row.value == nil ? Verdict.unavailable : .noThreshold
            verdicts.append(RowVerdict(key: key, verdict: verdict, threshold: nil, measured: row))
        }
        verdicts.sort { $0.key < $1.key }
        return Check(verdicts: verdicts, isStrictAboutImprovements: isStrictAboutImprovements)
    }

    private static func verdict(_ threshold: Threshold, _ row: ResultRow?, _ mustBeEqual: Set<String>) -> Verdict {
        guard let row else { return .notMeasured }
        guard let value = row.value else { return .unavailable }
        guard row.unit == threshold.unit, row.metricClass == threshold.metricClass else { return .mismatched }
        if threshold.isAnswered(by: row) == false { return .changed }
        if mustBeEqual.contains(threshold.key.metric) { return value == threshold.value ? .ok : .changed }
        if value > threshold.upperBound { return .regressed }
        return value < threshold.lowerBound ? .improved : .ok
    }
}
