import BenchmarkKit

extension Command {
    static let thresholds = Command("thresholds", "thresholds", options: Console.options) { _, _ in .success }
}
