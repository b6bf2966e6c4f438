import BenchmarkKit

extension Command {
    static let frames = Command("frames", "frames", options: Console.options) { _, _ in .success }
}
