import BenchmarkKit
import CollectionLayout
import Workloads

extension Command {
    static let list = Command(
        "list", "Lists strategies, peers, datasets, traces, edits, layouts, effects and metrics.",
        synopsis: "[strategies|peers|datasets|traces|edits|layouts|effects|metrics] [OPTION…]", options: Console.options
    ) { options, console in
        let wanted = options.positionals
        for name in wanted where !Listing.all.contains(where: { $0.title == name }) {
            throw UsageError.unknown("list", name, of: Listing.all.map(\.title))
        }
        let listings = Listing.all.filter { wanted.isEmpty || wanted.contains($0.title) }
        let column = listings.flatMap(\.entries).map(\.id.count).max() ?? 0
        let blocks = listings.map { listing in
            console.style.bold(listing.title) + "\n"
                + listing.entries.map { id, summary in
                    "  \(id)\(String(repeating: " ", count: column - id.count))  \(summary)\n"
                }.joined()
        }
        console.print(blocks.joined(separator: "\n"))
        return .success
    }
}

/// What can be chosen, by name: one block of `list`.
struct Listing {
    let title: String
    let entries: [(id: String, summary: String)]

    static var all: [Listing] {
        [
            Listing(title: "strategies", entries: CacheStrategy.all.map { ($0.id, $0.summary) }),
            Listing(title: "peers", entries: CacheStrategy.peers.map { ($0.id, $0.summary) } + missingPeers),
            Listing(
                title: "datasets",
                entries: Dataset.all.map { ($0.id, $0.summary) }
                    + Dataset.adversarial.map { ($0.id, "adversarial: " + $0.summary) }),
            Listing(
                title: "traces",
                entries: Trace.all.map { ($0.id, $0.summary) }
                    + EditTrace.all.map { trace in
                        let datasets = trace.datasets.map(\.id).joined(separator: ", ")
                        return (trace.id, "with edits, for hitches: \(trace.summary) (\(datasets))")
                    }),
            Listing(title: "edits", entries: Edit.all.map { ($0.id, $0.summary) }),
            Listing(title: "layouts", entries: SectionKind.all.map { ($0.name, $0.summary) }),
            Listing(
                title: "effects",
                entries: EffectKind.all.map { ($0.name, $0.summary) }
                    + PinPolicyName.allCases.map { ("pinPolicy \($0)", $0.summary) }),
            Listing(
                title: "metrics",
                entries: Metric.all.map { ($0.metric.id, $0.summary) } + [
                    ("exact", "what the gate compares: \(Metric.gated.sorted().joined(separator: ", "))"),
                    ("default", Defaults.run.metricText), ("all", "all of these"),
                ]),
        ]
    }

    private static var missingPeers: [(id: String, summary: String)] {
        PeerPackage.all.flatMap { package in
            package.remedy.map { remedy in package.ids.map { ($0, "\(package.name): \(remedy)") } } ?? []
        }
    }
}
