import BenchmarkKit

/// How long strategies take compared with a reference, with intervals and verdicts.
struct ComparisonReport {
    /// What a log ratio is an observation of.
    enum Unit: String {
        /// Two strategies, set up in one process.
        case setUp = "set-ups"
        /// Two builds, each in a fresh process.
        case processPair = "pairs"
    }

    let comparisons: [Comparison]
    let reference: String
    var unit = Unit.setUp

    var table: Table {
        var table = table(comparisons)
        table.expendable = [unit.rawValue, "noise", "time", "n"]
        return table
    }

    /// How many rows came to what, then what is slower, faster and undecided, the rest folded: for the summary of a step on GitHub.
    var markdown: String {
        func rows(_ verdict: TimeVerdict) -> [Comparison] { comparisons.filter { $0.verdict == verdict } }
        let changed = [.slower, .faster, .undecided].flatMap(rows)
        let same = rows(.same)
        let line = resultLine(isGate: false)
        let counts = [
            (line.regressed, "slower"), (line.improved, "faster"), (line.undecided, "undecided"), (line.ok, "same"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        var text = "**\(counts.joined(separator: ", "))**\n\n" + (changed.isEmpty ? "" : table(changed).markdown + "\n")
        if !same.isEmpty {
            text +=
                "<details><summary>\(same.count) the same</summary>\n\n"
                + table(same).markdown + "\n</details>\n"
        }
        return text + legend
    }

    var legend: String {
        let noise = Quantity.percent(comparisons.map(\.noiseFloor).max() ?? 0, decimals: 2)
        let tolerance = Quantity.percent(comparisons.first?.tolerance ?? 0, decimals: 2)
        let units = unit == .setUp ? "set-ups" : "pairs of processes"
        return """

            A ratio below 1 is faster than \(reference). Intervals (the signed-rank test of \(units)) hold all together with 95 %,
            whatever the number of rows and looks. faster and slower exclude 1, exceed \(tolerance) and recurred when
            measured once more from scratch; same lies within \(tolerance). noise is how far \(reference) differs from
            itself, at most \(noise) here: a change of less than twice that is advisory.

            """ + (hasFloors ? Self.floors : "")
    }

    private var hasFloors: Bool { comparisons.contains { $0.floor != nil } }

    private static let floors = """
        × floor says how many times what no search can be faster than: frames written, or ids after one load from memory.

        """

    /// The counts for the last line: slower rows are regressed, faster ones improved; advisory ones are undecided. A gate passes
    /// only if all are decided.
    func resultLine(isGate: Bool) -> ResultLine {
        func count(_ verdict: TimeVerdict) -> Int { comparisons.count { $0.verdict == verdict && !$0.isAdvisory } }
        var line = ResultLine()
        line.regressed = count(.slower)
        line.improved = count(.faster)
        line.ok = comparisons.count { $0.verdict == .same }
        line.undecided = comparisons.count - line.regressed - line.improved - line.ok
        let isDecided = isGate ? line.undecided == 0 && line.ok + line.improved > 0 : line.undecided < comparisons.count
        line.exit = isGate && line.regressed > 0 ? .regression : isDecided ? .success : .inconclusive
        return line
    }

    private func table(_ comparisons: [Comparison]) -> Table {
        var table = Table(
            [
                Table.Column("dataset"), Table.Column("n", .right), Table.Column("case"), Table.Column("strategy"),
                Table.Column("time", .right),
            ] + (hasFloors ? [Table.Column("× floor", .right)] : []) + [
                Table.Column("vs \(reference)", .right), Table.Column("interval", .right),
                Table.Column("noise", .right), Table.Column(unit.rawValue, .right),
                Table.Column("verdict"),
            ])
        for comparison in comparisons { table.append(line(comparison)) }
        return table
    }

    private func line(_ comparison: Comparison) -> [String] {
        let estimate = comparison.decision.estimate
        let group = comparison.place.group
        return [
            group.input.id, Quantity.count(group.n), comparison.place.title,
            comparison.place.strategy, Quantity.time(comparison.median),
        ] + (hasFloors ? [(comparison.timesFloor.map(Quantity.ratio) ?? "–") + " "] : []) + [
            Self.text(estimate.ratio), "\(Self.text(estimate.lowerRatio)) … \(Self.text(estimate.upperRatio))",
            Quantity.percent(comparison.noiseFloor, decimals: 2), String(estimate.count), comparison.text,
        ]
    }

    private static func text(_ ratio: Double) -> String {
        guard ratio.isFinite else { return "∞" }
        return Quantity.fixed(ratio, decimals: ratio < 0.01 ? 6 : ratio < 10 ? 4 : ratio < 100 ? 1 : 0)
    }
}
