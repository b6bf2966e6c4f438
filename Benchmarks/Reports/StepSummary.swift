import BenchmarkKit
import Foundation

/// The summary of a step on GitHub, where there is one.
enum StepSummary {
    /// Adds a text and how it came about. Where that fails it is told here, and no error: what was measured is measured, and the
    /// result line is still to come.
    ///
    /// - Returns: What a command exits with that would exit with `code`: 6 in its place where the summary cannot be written.
    static func append(_ markdown: String, _ environment: Environment, exit code: ExitCode) -> ExitCode {
        guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return code }
        let origin = """
            \(environment.id), commit \(environment.commit), \(environment.cpuModel), \(environment.cores) processors, \
            load \(environment.loadAverage.map { Quantity.fixed($0, decimals: 2) } ?? "unknown"):

            ```
            swift run benchmarks \(CommandLineText.joined(environment.arguments))
            ```

            """
        do {
            let former = TextFile.isMissing(path) ? "" : try TextFile.read(path)
            try TextFile.write(former + markdown + "\n" + origin, to: path)
            return code
        } catch {
            Console.fail("the summary of the step: \(error)")
            return ExitCode.mostSevere([code, .cannotWrite])
        }
    }
}
