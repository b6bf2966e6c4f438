import BenchmarkKit

/// What a gate found, for people: the rows that are not as expected.
struct GateReport {
    let check: ThresholdFile.Check
    /// What values are compared with.
    var reference = "threshold"

    var notable: [RowVerdict] { check.verdicts.filter { $0.verdict != .ok } }

    /// A line for each row that is not as expected: with the path that `--filter` takes, so that it can be measured alone.
    var text: String {
        notable.map { verdict in
            "\(title(verdict.verdict)): \(Plan.path(of: verdict.key)): \(Plan.quality(of: verdict.key)): "
                + "\(Self.text(verdict))\n"
        }.joined()
    }

    var markdown: String {
        var table = Table([
            Table.Column("verdict"), Table.Column("case"), Table.Column("metric"), Table.Column("what"),
        ])
        for verdict in notable {
            table.append([
                title(verdict.verdict), Plan.path(of: verdict.key), Plan.quality(of: verdict.key), Self.text(verdict),
            ])
        }
        let ok = check.verdicts.count - notable.count
        return "**\(check.exitCode.meaning)**\n\n" + (notable.isEmpty ? "" : table.markdown + "\n")
            + "\(ok) of \(check.verdicts.count) exact values as expected.\n"
    }

    private static func text(_ verdict: RowVerdict) -> String {
        let got = verdict.measured.map { "got \($0.value.map(CSV.number) ?? "nothing")" }
        let expected = verdict.threshold.map { "expected \(CSV.number($0.value))" }
        let change = verdict.ratio.map { " (\(Quantity.change(ofRatio: $0)))" } ?? ""
        let isChecksum = verdict.measured?.checksum != verdict.threshold?.checksum && verdict.verdict == .changed
        let what = verdict.key.phase == "prepare" ? "frames" : "answers"
        return [got, expected].compactMap(\.self).joined(separator: ", ") + change
            + (isChecksum ? "; other \(what)" : "")
    }

    /// A verdict as people say it.
    private func title(_ verdict: Verdict) -> String {
        switch verdict {
        case .notMeasured: "not measured"
        case .noThreshold: "no \(reference)"
        default: verdict.rawValue
        }
    }
}
