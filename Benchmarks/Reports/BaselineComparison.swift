import BenchmarkKit

/// Results against a baseline: exact values must be equal; times are shown, because runs at different times cannot be
/// compared to a few per cent.
struct BaselineComparison {
    let name: String
    let base: [ResultRow]
    let rows: [ResultRow]

    var check: ThresholdFile.Check {
        func exact(_ rows: [ResultRow]) -> [ResultRow] { rows.filter { $0.metricClass == .exact } }
        // What was unavailable then, and is again, has not changed.
        let unavailable = Set(base.filter { $0.value == nil }.map(\.key))
        return ThresholdFile().updating(with: exact(base), path: name).file
            .check(exact(rows).filter { !unavailable.contains($0.key) }, mustBeEqual: Metric.equal)
    }

    /// The times of both, for information.
    var table: Table {
        var table = Table([
            Table.Column("dataset"), Table.Column("n", .right), Table.Column("case"), Table.Column("strategy"),
            Table.Column(name, .right), Table.Column("now", .right), Table.Column("change", .right),
        ])
        let former = Results(base)
        for row in rows where row.key.metric == Metric.wallTime.id && row.key.statistic == "median" {
            guard let now = row.value, let then = former.value(row.key) else { continue }
            table.append([
                row.key.dataset, String(row.key.n), CaseKey.title(phase: row.key.phase, trace: row.key.trace),
                row.key.strategy, Quantity.time(then), Quantity.time(now),
                Quantity.change(ofRatio: now / then),
            ])
        }
        return table
    }

    /// - Throws: ``InputError`` for results of another seed than the baseline's, which are of other items and scrolls.
    static func expectSeed(
        of base: [ResultRow], _ name: String, _ seed: UInt64, _ other: String
    ) throws(InputError) {
        guard let expected = base.first?.seed, seed != expected else { return }
        throw InputError("\(other): got the seed '\(seed)', expected '\(expected)' as in \(name)")
    }

    /// What keeps the times from saying anything, or what they say. Counts are the same everywhere, or should be.
    private var note: String {
        if let then = base.first?.environment, let now = rows.first?.environment, then != now {
            return "The times of \(name) are of \(then), those of now of \(now): only exact values compare."
        }
        return "Times of runs at different times are for information; 'ab' gates them."
    }

    func report(_ format: OutputFormat, _ console: Console, _ session: Session) throws -> ExitCode {
        let check = check
        let gate = GateReport(check: check, reference: "value in '\(name)'")
        let note = "\n\(note)\n"
        format.print(rows, console) { _, width in
            (text: table.text(width: width) + note + gate.text, markdown: table.markdown + note + "\n" + gate.markdown)
        }
        console.noteUnavailable(in: rows)
        var line = check.resultLine
        line.exit = StepSummary.append(
            "### Against \(name)\n\n" + gate.markdown, session.recorder.environment, exit: line.exit)
        session.finish(line)
        return line.exit
    }
}
