import BenchmarkKit

extension Command {
    static let help = Command("help", "help", options: Console.options) { _, _ in .success }
}
