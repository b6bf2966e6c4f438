import BenchmarkKit

extension Command {
    static let list = Command("list", "list", options: Console.options) { _, _ in .success }
}
