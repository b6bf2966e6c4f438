import BenchmarkKit
import Foundation

extension Environment {
    /// The circumstances of what this program measures, with the traits of its build.
    ///
    /// - Parameter arguments: The command's, if not those of the process.
    static func ofThisBuild(
        arguments: [String] = Array(CommandLine.arguments.dropFirst()), seed: UInt64, time: Date = Date()
    ) -> Environment {
        var environment = Environment.current(
            arguments: arguments, seed: seed, repository: ReleaseBuild.packagePath, time: time)
        environment.flags = ReleaseBuild.traitOption.joined(separator: " ")
        return environment
    }
}
