import BenchmarkKit

extension Command {
    static let thresholds = Command(
        "thresholds", "Checks exact metrics against Benchmarks/Thresholds, updates the file there, or prints it.",
        synopsis: "check|update|read [OPTION…]",
        options: Selection.options(.thresholds).filter { !["budget", "inject-lossy"].contains($0.name) } + [
            .value("path", "FILE.csv", "The threshold file (default: the most specific one for this platform)."),
            .repeatable("results", "FILE.csv", "Take what was measured from result files, such as those of shards."),
            .flag("dry-run", "Print the cases that would be measured, and stop."),
            .flag("strict-improvements", "Fail where a value is better than its threshold."),
        ] + Console.options, measures: { $0.positionals.first != "read" },
        check: { options in
            let actions = ["check", "update", "read"]
            if options.has("results"), options.positionals.count > 1 {
                throw UsageError(
                    "got '\(options.positionals[1])'; '--results' takes one file, give it once for each")
            }
            guard options.positionals.count == 1 else {
                throw UsageError("'thresholds' takes 'check', 'update' or 'read'")
            }
            guard actions.contains(options.positionals[0]) else {
                throw UsageError.unknown("action", options.positionals[0], of: actions)
            }
            if options.positionals[0] == "read" {
                // What is read may be of what no run measures by itself.
                let others = ["dry-run", "results", "seed", "shard", "strict-improvements"]
                if let other = others.first(where: options.has) {
                    throw UsageError("'thresholds read' measures and judges nothing: leave out '--\(other)'")
                }
            } else {
                if let own = ["frames", "viewports"].first(where: options.has), !options.has("path") {
                    throw UsageError(
                        "'--\(own)' takes '--path FILE.csv': Benchmarks/Thresholds is of the datasets of the package")
                }
                guard !options.has("results") || !options.has("seed") else {
                    throw UsageError("'--results' brings the seed of its files: leave out '--seed'")
                }
                if let seed = try options.value("seed", as: ArgumentValue.seed), !ThresholdScope.hasSeed(seed, options)
                {
                    throw UsageError("'--seed' takes '--path FILE.csv': \(ThresholdScope.ofSeed)")
                }
                guard options.positionals[0] == "check" || !options.has("strict-improvements") else {
                    throw UsageError("'thresholds update' judges nothing: leave out '--strict-improvements'")
                }
                try Selection.check(options, defaults: .thresholds)
            }
        }
    ) { options, console in
        let scope = try ThresholdScope(options)
        switch options.positionals[0] {
        case "check": return try ThresholdGate(scope, console).check()
        case "update": return try ThresholdGate(scope, console).update()
        default:
            console.print(try scope.table().text())
            return .success
        }
    }
}
