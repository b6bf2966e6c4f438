import BenchmarkKit

extension Command {
    static let compare = Command("compare", "compare", options: Console.options) { _, _ in .success }
}
