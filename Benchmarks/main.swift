import BenchmarkKit
import Foundation

// Measures cache strategies for collection-view layouts: `swift run benchmarks help`.

StandardStream.occupyClosed()

let arguments = Array(CommandLine.arguments.dropFirst())

do {
    let invocation = try Invocation(arguments)
    #if DEBUG
        // Debug code is 15 to 37 times slower and ranks strategies otherwise: it measures nothing.
        try invocation.telling {
            try invocation.command.check(invocation.options)
            if invocation.command.measures(invocation.options) {
                try ReleaseBuild.takeOver(arguments, invocation: invocation)
            }
        }
    #elseif InternalChecks
        if invocation.command.measures(invocation.options) {
            throw InputError(
                "this build checks every cache after every change (trait InternalChecks): it measures nothing")
        }
    #endif
    exit(try invocation.run().rawValue)
} catch let error as Reported {
    exit(error.exitCode.rawValue)
} catch let error as any ExitingError {
    Console.fail("\(error)")
    if error is UsageError {
        let command = Command.all.first { $0.name == arguments.first && !$0.isHidden && $0.name != "help" }
        StandardStream.error.write("See 'swift run benchmarks help\(command.map { " " + $0.name } ?? "")'.\n")
    }
    exit(error.exitCode.rawValue)
} catch {
    Console.fail("\(error)")
    exit(ExitCode.harnessError.rawValue)
}
