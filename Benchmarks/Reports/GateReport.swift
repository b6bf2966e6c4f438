import BenchmarkKit

/// What a gate found, for people: the rows that are not as expected.
struct GateReport {
    let check: ThresholdFile.Check

    var notable: [RowVerdict] { check.verdicts.filter { $0.verdict != .ok } }

    /// A line for each row that is not as expected.
    var text: String {
        notable.map { "\($0.verdict.rawValue): \($0.key.path): \(Self.text($0))\n" }.joined()
    }

    var markdown: String {
        var table = Table([Table.Column("verdict"), Table.Column("case"), Table.Column("what")])
        for verdict in notable { table.append([verdict.verdict.rawValue, verdict.key.path, Self.text(verdict)]) }
        let ok = check.verdicts.count - notable.count
        return "**\(check.exitCode.meaning)**\n\n" + (notable.isEmpty ? "" : table.markdown + "\n")
            + "\(ok) of \(check.verdicts.count) exact values as expected.\n"
    }

    private static func text(_ verdict: RowVerdict) -> String {
        func text(_ value: Double?) -> String { value.map(CSV.number) ?? "nothing" }
        let expected = "expected \(text(verdict.threshold?.value))"
        let change = verdict.ratio.map { " (\(Quantity.change(ofRatio: $0)))" } ?? ""
        let isChecksum = verdict.measured?.checksum != verdict.threshold?.checksum && verdict.verdict == .changed
        return "got \(text(verdict.measured?.value)), \(expected)\(change)" + (isChecksum ? "; other checksum" : "")
    }
}
