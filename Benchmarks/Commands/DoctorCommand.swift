import BenchmarkKit

extension Command {
    static let doctor = Command("doctor", "doctor", options: Console.options) { _, _ in .success }
}
