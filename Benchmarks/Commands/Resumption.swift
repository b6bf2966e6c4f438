import BenchmarkKit
import Foundation

/// A run that was interrupted, to be gone on with: the file it left, and the options it was started with.
struct Resumption {
    let path: String
    let environment: Environment
    let options: ParsedOptions

    /// What a command's `--resume` means.
    static let option = CommandOption.value(
        "resume", "FILE.csv", "Go on with an interrupted run, with the options it was started with.")

    /// - Throws: `UsageError` where other options stand beside `--resume` than those of the console: a run goes on as it began.
    static func check(_ options: ParsedOptions) throws(UsageError) {
        guard options.has(option.name) else { return }
        let others = options.given.subtracting([option.name] + Console.options.map(\.name)).sorted()
        guard let first = others.first else { return }
        throw UsageError("'--resume' goes on with the options that the run was started with: leave out '--\(first)'")
    }

    /// Finds out how a file was begun; nil where the options do not ask for it.
    ///
    /// - Parameter commands: those whose files the command goes on with.
    /// - Throws: ``InputError`` where another command began it, `FileError` where nothing tells how it was begun.
    init?(_ options: ParsedOptions, of commands: String...) throws {
        guard let path = options.value("resume") else { return nil }
        self.path = path
        environment = try Environment(besides: path)
        let invocation = try Invocation(environment.arguments)
        guard commands.contains(invocation.command.name) else {
            let isResumable = invocation.command.options.contains { $0.name == Self.option.name }
            throw InputError(
                "\(path): was begun by '\(invocation.command.name)', which "
                    + (isResumable ? "goes on with it by the same option" : "starts anew"))
        }
        self.options = invocation.options
    }

    /// - Throws: ``InputError`` where the present environment is not the one in which the run began.
    func expect(_ present: Environment) throws {
        guard present.id == environment.id, present.commit == environment.commit else {
            throw InputError(
                "\(path): was begun on \(environment.id) at \(environment.commit), this is \(present.id) at "
                    + present.commit)
        }
    }
}
