import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// How many instructions prepare and queries execute, and how often they miss a simulated last-level cache: counted by
/// callgrind in a process of its own for each strategy.
struct InstructionLane {
    let run: GroupRun

    init(_ run: GroupRun) { self.run = run }

    /// Viewports whose queries are counted.
    static let frames = 64

    /// What the child runs under. The caches are those of a small machine, whatever this one has.
    private static func command(_ valgrind: String, output: String) -> [String] {
        [
            valgrind, "--tool=callgrind", "--quiet", "--collect-atstart=no", "--toggle-collect=cbs_region_*",
            "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=2097152,16,64",
            "--callgrind-out-file=\(output)", "--log-file=\(output).log",
        ]
    }

    /// What would make counts differ between machines: seeds of hashing, and the processor's best way to copy memory.
    private static let environment = [
        "SWIFT_DETERMINISTIC_HASHING": "1",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX512F,-ERMS,-FSRM:glibc.cpu.x86_non_temporal_threshold=0x300000",
    ]

    /// Counts all strategies, or records that counting is unavailable.
    func rows() throws -> [ResultRow] {
        guard run.metrics.includesInstructions else { return [] }
        var rows: [ResultRow] = []
        for strategy in run.group.strategies where strategy.id != CacheStrategy.lossy.id {
            let counts = try counts(strategy.id)
            for item in PairCase.all(run.group)
            where item.phase != "update" && item.strategies.contains(where: { $0.id == strategy.id }) {
                let count = counts["\(item.phase),\(item.trace)"]
                let place = run.place(strategy.id, item.phase, trace: item.trace)
                let samples = count?.operations ?? 0
                rows += run.recorder.row(place, .instructions, "mean", count?.instructions, samples: samples)
                rows += run.recorder.row(place, .lastLevelMisses, "mean", count?.misses, samples: samples)
            }
        }
        return rows
    }

    /// The program's path, or that of a copy: valgrind up to 3.19 gives up on the debug information of current compilers.
    private static func withoutDebugInformation(copy: String) -> String {
        let strip = ChildProcess(
            "/usr/bin/env", ["objcopy", "--strip-debug", Executable.path, copy], isErrorSilenced: true)
        return (try? strip.run())?.ending == .exited(0) ? copy : Executable.path
    }

    private struct Count {
        let operations: Int
        let instructions: Double
        let misses: Double
    }

    /// The counts per operation, by phase and trace; none where valgrind is missing.
    private func counts(_ strategy: String) throws -> [String: Count] {
        guard let valgrind = Tool.valgrind.path else { return [:] }
        let output = NSTemporaryDirectory() + "/callgrind-" + UUID().uuidString
        defer {
            for file in [output, output + ".log", output + ".program"] {
                try? FileManager.default.removeItem(atPath: file)
            }
        }
        let lines = try ChildLane.run(
            ChildLane.arguments("instructions", run, strategies: [strategy]), n: 50 * run.group.n,
            environment: Self.environment, under: Self.command(valgrind, output: output),
            program: Self.withoutDebugInformation(copy: output + ".program"))
        guard let profile = CallgrindProfile(text: try TextFile.read(output)) else {
            throw InputError("\(output): not a profile of callgrind", exitCode: .jobFailed)
        }
        func count(_ region: Int) -> (instructions: Double, misses: Double)? {
            let name = InstructionRegion.name(region)
            guard let instructions = profile.count(["Ir"], of: name),
                let misses = profile.count(["ILmr", "DLmr", "DLmw"], of: name)
            else { return nil }
            return (Double(instructions), Double(misses))
        }
        guard let empty = count(0) else { return [:] }
        var counts: [String: Count] = [:]
        for (index, fields) in lines.enumerated() where fields.count == 3 {
            guard let operations = Int(fields[2]), let full = count(index + 1) else { continue }
            counts["\(fields[0]),\(fields[1] == "-" ? "" : fields[1])"] = Count(
                operations: operations, instructions: (full.instructions - empty.instructions) / Double(operations),
                misses: max(full.misses - empty.misses, 0) / Double(operations))
        }
        return counts
    }

    /// The child: runs each case in a region of its own, and prints a line `phase,trace,operations` for it.
    static func child(_ selection: Selection, _ console: Console) throws {
        let plan = try Plan(selection, availableBytes: nil)
        guard let group = plan.groups.first, let strategy = group.strategies.first else { return }
        let content = try group.input.make(group.n, selection.seed)
        let subject = strategy.subject()
        try subject.prepare(content)
        let isMore = selection.injection == .instructions
        // What runs first also binds symbols and fills tables of the runtime.
        InstructionRegion.run(InstructionRegion.count - 1) {}
        InstructionRegion.run(0) {}
        InstructionRegion.run(1) { try? subject.prepare(content) }
        console.print("prepare,-,1\n")
        for (index, query) in group.queries.enumerated() where index + 2 < InstructionRegion.count - 1 {
            let viewports = query.scroll.make(subject.contentSize, frames, selection.seed)
            let candidate = subject.queryCandidate(Replay(viewports: viewports), through: query.effects)
            // The caller's buffer grows until it holds the largest result.
            keep(candidate.run(0, viewports.count))
            InstructionRegion.run(index + 2) {
                keep(candidate.run(0, viewports.count))
                if isMore { Injection.burnInstructions() }
            }
            console.print("\(query.phase),\(query.scroll.id),\(viewports.count)\n")
        }
    }
}
