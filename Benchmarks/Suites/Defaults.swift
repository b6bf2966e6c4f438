import BenchmarkKit
import CollectionLayout
import Workloads

/// What a command measures where its command line does not say, of which its help tells the same, and what it always does.
struct Defaults: Sendable {
    var strategies = CacheStrategy.all
    var datasets = Dataset.standard
    /// The numbers of items of a dataset that has none of its own.
    var sizes = [1_000_000]
    /// The same with `--quick`.
    var quickSizes = [10_000, 100_000]
    var metrics = Metric.byDefault
    /// What a command measures that has no option for it; nil where it has one.
    var fixedMetrics: Set<String>?
    /// Whether traces with edits are played.
    var playsEdits = false

    /// What most commands measure.
    static let run = Defaults()

    /// For `ab`: the strategies that people tune, linear scans being yardsticks; rows, lanes and scattered frames.
    static let ab = Defaults(
        strategies: CacheStrategy.all.filter { !["tutorial-array", "full-array"].contains($0.id) },
        datasets: Dataset.standard.filter { ["photo-days", "chat", "free-form"].contains($0.id) }, sizes: [100_000],
        fixedMetrics: [Metric.wallTime.id])

    /// For `compare`: the counts tell why a time differs.
    static let compare = Defaults(fixedMetrics: Metric.gated.union([Metric.wallTime.id]))

    /// For `compare --explain`: instructions are counted under an emulator, where a million items would take minutes.
    static let explain = Defaults(
        sizes: [100_000], quickSizes: [10_000], fixedMetrics: Metric.explaining.union([Metric.wallTime.id]))

    /// For `hitches`, which plays edits, too.
    static let hitches = Defaults(fixedMetrics: Metric.ofFrames, playsEdits: true)

    /// For `scaling`: a decade between two sizes.
    static let scaling = Defaults(
        sizes: [1000, 10_000, 100_000, 1_000_000], quickSizes: [1000, 10_000, 100_000],
        fixedMetrics: [Metric.wallTime.id, Metric.elementsTested.id, Metric.nodesVisited.id, Metric.itemsPlaced.id])

    /// For `selftest`, which compares times.
    static let selfTest = Defaults(fixedMetrics: [Metric.wallTime.id])

    /// For `thresholds`: what has some in the package.
    static let thresholds = Defaults(
        datasets: Dataset.all, sizes: [10_000, 100_000, 1_000_000], metrics: Metric.gated)
}

/// As help texts say them.
extension Defaults {
    var strategyText: String { Self.text(strategies.map(\.id), all: CacheStrategy.all.map(\.id)) }
    var datasetText: String { Self.text(datasets.map(\.id), all: Dataset.all.map(\.id)) }
    var metricText: String {
        metrics == Metric.byDefault ? "all but the slow ones" : metrics.sorted().joined(separator: ", ")
    }

    /// `1e6; with --quick 1e4 and 1e5`, and what datasets have of their own.
    var sizeText: String {
        let own = datasets.compactMap { dataset in
            dataset.sizes.map { "; for \(dataset.id) \(Self.text($0))" }
        }
        return "\(Self.text(sizes)); with --quick \(Self.text(quickSizes))" + own.joined()
    }

    /// `1e4, 1e5 and 1e6`.
    static func text(_ sizes: [Int]) -> String {
        let texts = sizes.map(text)
        return texts.count < 2
            ? texts.joined() : texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1]
    }

    /// `1e6`, or `300`.
    private static func text(_ size: Int) -> String {
        let digits = String(size)
        let isPower = size >= 1000 && digits.first == "1" && digits.dropFirst().allSatisfy { $0 == "0" }
        return isPower ? "1e\(digits.count - 1)" : digits
    }

    private static func text(_ ids: [String], all: [String]) -> String {
        ids == all ? "all" : ids.joined(separator: ", ")
    }
}
