import BenchmarkKit
import Foundation

/// A run that was interrupted, to be gone on with: the file it left, and the options it was started with.
struct Resumption {
    let path: String
    let environment: Environment
    let options: ParsedOptions

    /// What a command's `--resume` means.
    static let option = CommandOption.value(
        "resume", "FILE.csv", "Go on with an interrupted run, by the options it was started with: give none of them.")

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
        // Not that what stands beside it is missing.
        _ = try TextFile.read(path)
        environment = try Environment(besides: path)
        let invocation = try Invocation(environment.arguments)
        let isOfBaselines = invocation.command.name == "baseline"
        let command = ([invocation.command.name] + (isOfBaselines ? invocation.options.positionals.prefix(1) : []))
            .joined(separator: " ")
        guard commands.contains(command) else {
            let isResumable = invocation.command.options.contains { $0.name == Self.option.name }
            throw InputError(
                "\(path): was begun by '\(command)', which "
                    + (isResumable ? "goes on with it by the same option" : "starts anew"))
        }
        self.options = invocation.options
    }

    /// - Throws: ``InputError`` where the present environment is not the one in which the run began: its rows would be of two
    ///   machines, of two builds or of two contents, and nothing would tell them apart.
    func expect(_ present: Environment) throws {
        for (what, fact) in Self.facts + Self.factsOfMachine + Self.factsOfBuild {
            let (got, expected) = (fact(present), fact(environment))
            guard got == expected else {
                throw InputError("\(path): got \(what) '\(got)', expected '\(expected)', with which the run began")
            }
        }
        // Nothing tells of those of a run that was begun before they were noted.
        guard let inputs = environment.inputs else { return }
        if let changed = inputs.keys.sorted().first(where: { inputs[$0] != present.inputs?[$0] }) {
            throw InputError("\(path): got another content of \(changed), expected the one with which the run began")
        }
    }

    /// What must not change, and what it is called.
    private static let facts: [Fact] = [
        ("the environment", \.id), ("the commit", \.commit),
    ]

    /// What tells two machines of a platform apart.
    static let factsOfMachine: [Fact] = [
        ("the processor", \.cpuModel), ("the number of processors", { String($0.cores) }),
    ]

    typealias Fact = (what: String, fact: @Sendable (Environment) -> String)

    /// What tells two builds of a commit apart.
    static let factsOfBuild: [Fact] = [
        ("the changes to the commit", { $0.changes ?? "none" }),
        ("the configuration", \.configuration), ("the flags", { $0.flags ?? "" }), ("the allocator", \.allocator),
    ]
}
