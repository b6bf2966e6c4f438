import BenchmarkKit
import CollectionLayout
import Foundation

extension Lane {
    /// How many instructions prepare and queries execute, and how often they miss a simulated last-level cache: counted
    /// by callgrind, which writes down what each region executed. A child tells its regions in their order.
    static let instructions = Lane(
        name: "instructions", title: "instructions", isPerStrategy: true,
        values: {
            ["update", "first-query"].contains($0) ? [] : [(.instructions, "mean"), (.lastLevelMisses, "mean")]
        },
        launch: { run, arguments in
            guard let valgrind = Tool.valgrind.path else { return [:] }
            return try count(arguments, n: run.group.n, valgrind)
        }
    ) { child in
        let subject = child.strategy.subject()
        try subject.prepare(child.content)
        // What runs first also binds symbols and fills tables of the runtime.
        InstructionRegion.run {}
        InstructionRegion.run {}
        InstructionRegion.run { mustTake { try subject.prepare(child.content) } }
        child.tell(child.strategy, "prepare", Answer([nil, nil]))
        let isMore = child.selection.injection == .instructions
        for queries in try child.queries(of: child.strategy, subject) {
            InstructionRegion.run {
                queries.ask()
                if isMore { Injection.burnInstructions() }
            }
            child.tell(
                child.strategy, queries.query.phase, trace: queries.query.scroll.id,
                Answer([nil, nil], samples: queries.count))
        }
    }

    /// Regions that a child runs before those it tells: one to warm up, and an empty one, which is subtracted.
    private static let leadingRegions = 2

    /// What the child runs under. The caches are those of a small machine, whatever this one has.
    ///
    /// The environment is this one alone: a variable more moves the stack, and how memory is copied depends on addresses.
    private static func command(_ valgrind: String, output: String) -> [String] {
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=" + $0] } ?? []
        return ["/usr/bin/env", "-i"] + libraries + environment + [
            valgrind, "--tool=callgrind", "--quiet", "--collect-atstart=no",
            "--toggle-collect=\(InstructionRegion.name)", "--dump-after=\(InstructionRegion.name)",
            "--combine-dumps=yes", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=2097152,16,64",
            "--callgrind-out-file=\(output)", "--log-file=\(output).log",
        ]
    }

    /// What would make counts differ between machines: seeds of hashing, and the processor's best way to copy memory. The
    /// child is the build that it is.
    private static let environment = [
        "\(ReleaseBuild.stayVariable)=1",
        "SWIFT_DETERMINISTIC_HASHING=1",
        "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512F,-ERMS,-FSRM:glibc.cpu.x86_non_temporal_threshold=0x300000",
    ]

    /// Runs the child and puts in what was counted, per operation.
    private static func count(_ arguments: [String], n: Int, _ valgrind: String) throws -> Answers {
        let output = NSTemporaryDirectory() + "/callgrind-" + UUID().uuidString
        Leftovers.note(output) {
            for file in [output, output + ".log", output + ".program"] {
                try? FileManager.default.removeItem(atPath: file)
            }
        }
        defer { Leftovers.remove(output) }
        let lines = try lines(
            arguments, n: 50 * n, under: command(valgrind, output: output),
            program: withoutDebugInformation(copy: output + ".program"))
        guard let profile = CallgrindProfile(text: try TextFile.read(output)),
            profile.dumps.count >= lines.count + leadingRegions
        else {
            throw InputError("\(output): not a profile of callgrind with all regions", exitCode: .jobFailed)
        }
        func counts(_ region: Int) -> [Double?] {
            [["Ir"], ["ILmr", "DLmr", "DLmw"]].map { profile.count($0, inDump: region).map { Double($0) } }
        }
        let empty = counts(leadingRegions - 1)
        var answers: Answers = [:]
        for (index, line) in lines.enumerated() {
            var answer = line.answer
            answer.values = zip(counts(index + leadingRegions), empty).map { full, empty in
                guard let full, let empty else { return nil }
                return max(full - empty, 0) / Double(answer.samples)
            }
            answers[line.key] = answer
        }
        return answers
    }

    /// The program's path, or that of a copy: valgrind up to 3.19 gives up on the debug information of current compilers.
    private static func withoutDebugInformation(copy: String) -> String {
        let strip = ChildProcess(
            "/usr/bin/env", ["objcopy", "--strip-debug", Executable.path, copy], isErrorSilenced: true)
        return (try? strip.run())?.ending == .exited(0) ? copy : Executable.path
    }
}
