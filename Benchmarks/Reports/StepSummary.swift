import BenchmarkKit
import Foundation

/// The summary of a step on GitHub, where there is one.
enum StepSummary {
    /// Adds a text and how it came about.
    static func append(_ markdown: String, _ environment: Environment) throws {
        guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        let former = FileManager.default.fileExists(atPath: path) ? try TextFile.read(path) : ""
        let origin = """
            \(environment.id), commit \(environment.commit), \(environment.cpuModel), \(environment.cores) processors, \
            load \(environment.loadAverage.map { Quantity.fixed($0, decimals: 2) } ?? "unknown"):

            ```
            swift run benchmarks \(environment.arguments.joined(separator: " "))
            ```

            """
        try TextFile.write(former + markdown + "\n" + origin, to: path)
    }
}
