import BenchmarkKit

/// Which strategy takes least time up to how many items.
struct CrossoverSection {
    let source: ReportSource

    var section: ReportSection {
        ReportSection(id: "crossovers", title: "Which strategy for how many items", parts: parts)
    }

    private var parts: [ReportSection.Part] {
        let sweeps = source.files.sweeps
        guard !sweeps.isEmpty else {
            return [ScalingSection.missing("Crossovers need")]
        }
        // Told once where it is the same for all.
        let origins = Set(sweeps.map(\.origin))
        var table = DataTable(
            ["dataset", "for", "use", "next best at the most items", "items measured"]
                + (origins.count > 1 ? ["when"] : []))
        for sweep in sweeps {
            // Nobody can use a floor.
            let choice = Choice(sweep.timings.filter { $0.median.key.suite != Floor.suite })
            let sizes = sweep.sizes.map(Quantity.count)
            table.append(
                nil,
                [
                    .text(sweep.place.dataset), .text(sweep.place.title), .text(choice.text), .text(choice.next),
                    .number("\(sizes.first!) to \(sizes.last!)"),
                ] + (origins.count > 1 ? [.text(sweep.origin)] : []))
        }
        return [
            .text(
                "A strategy takes over where its 95 % interval lies below that of the one before it; between two measured "
                    + "numbers of items the crossing is where the two lines cross on log-log paper."),
            .table(
                "Up to how many items to use which strategy"
                    + (origins.count == 1 ? " (\(sweeps[0].origin))" : ""), table),
        ]
    }

    /// What to use in one case.
    struct Choice {
        let spans: [Crossover.Span]
        private let last: [Timings.Timing]

        init(_ timings: [Timings.Timing]) {
            spans = Crossover.spans(
                timings.grouped(by: \.strategy).map { name, own in
                    Crossover.Curve(
                        name: name,
                        points: own.map { timing in
                            Crossover.Point(
                                size: Double(timing.n), cost: timing.value, lower: timing.lower?.value,
                                upper: timing.upper?.value)
                        })
                })
            let most = timings.map(\.n).max()
            last = timings.filter { $0.n == most }.sorted { $0.value < $1.value }
        }

        /// `up to 2,300 items full-array, then packed-rtree`.
        var text: String {
            let bounded = spans.dropLast().map { span in
                "up to \(Quantity.fixed(Self.rounded(span.end), decimals: 0)) items \(span.name)"
            }
            let last = spans.last?.name ?? "–"
            return bounded.isEmpty ? "\(last) for all" : bounded.joined(separator: ", ") + ", then \(last)"
        }

        /// Which one comes next at the most items, and how many times as long it takes.
        var next: String {
            guard let own = last.first(where: { $0.strategy == spans.last?.name }),
                let next = last.first(where: { $0.strategy != own.strategy })
            else { return "–" }
            let ratio = next.value / own.value
            return "\(next.strategy), × \(Quantity.fixed(ratio, decimals: ratio < 9.95 ? 2 : 0))"
        }

        /// Two digits: a crossing is not known better.
        static func rounded(_ value: Double) -> Double {
            var unit = 1.0
            while value / unit >= 100 { unit *= 10 }
            return (value / unit).rounded() * unit
        }
    }
}
