import BenchmarkKit
import Foundation

extension Command {
    static let doctor = Command(
        "doctor", "Tells what this machine can measure, what is missing, and what disturbs.", synopsis: "[OPTION…]",
        options: Console.options, check: { try $0.standAlone(of: "doctor") }
    ) { _, console in
        let checks = Doctor.checks()
        let width = checks.map(\.title.count).max() ?? 0
        for check in checks {
            let mark =
                switch check.state {
                case .fine: console.style.green("ok     ")
                case .missing: console.style.red("missing")
                case .noisy: console.style.yellow("notice ")
                }
            let padding = String(repeating: " ", count: width - check.title.count)
            console.print("\(mark)  \(check.title)\(padding)  \(check.text)\n")
        }
        return .success
    }
}

/// Looks at what measurements depend on.
enum Doctor {
    struct Check: Equatable {
        enum State { case fine, missing, noisy }
        let title: String
        let state: State
        let text: String
    }

    static func checks() -> [Check] {
        let environment = Environment.ofThisBuild(arguments: [], seed: 0)
        let isRelease = environment.configuration == "release"
        let canReset = PeakMemory.reset()
        var checks = [
            Check(
                title: "machine", state: .fine,
                text: "\(environment.cpuModel), \(environment.cores) processors, "
                    + "\(Quantity.bytes(Double(environment.memoryBytes))), \(environment.os)"),
            Check(title: "toolchain", state: .fine, text: "Swift \(environment.toolchain), \(environment.id)"),
            Check(
                title: "build", state: .fine,
                text: isRelease ? "release" : "debug: commands that measure start the release build in its place"),
            allocationCheck,
            tool(.valgrind, "counts instructions", without: "instructions are unavailable"),
            tool(
                Tool(name: "objcopy", debian: "binutils", homebrew: "binutils"),
                "spares valgrind debug information that it cannot read", without: "valgrind up to 3.19 may give up"),
            git(isCommitKnown: environment.commit != Environment.unknownCommit),
            Check(
                title: "resident", state: canReset ? .fine : .missing,
                text: canReset
                    ? "the peak of resident memory can be reset" : "peaks are unavailable: the system cannot reset them"
            ),
            converterCheck, clock, harness(isRelease),
        ]
        checks += PeerPackage.all.map { package in
            Check(
                title: package.name, state: package.isAvailable ? .fine : .noisy,
                text: package.remedy.map { "optional, for \(package.ids.joined(separator: ", ")): \($0)" }
                    ?? "compared with as \(package.ids.joined(separator: ", "))")
        }
        if let load = environment.loadAverage {
            let isBusy = load > 0.5 * Double(environment.cores)
            let text = Quantity.fixed(load, decimals: 2) + " runnable threads over the last minute"
            checks.append(Check(title: "load", state: isBusy ? .noisy : .fine, text: text))
        }
        if let steal = environment.stealPercent {
            let text = Quantity.fixed(steal, decimals: 2) + " % of processor time taken by the host since the start"
            checks.append(Check(title: "steal", state: steal > 1 ? .noisy : .fine, text: text))
        }
        checks.append(governor)
        checks.append(hugePages)
        checks.append(addresses)
        return checks
    }

    private static var allocationCheck: Check {
        if AllocationCounter.childEnvironment != nil {
            return Check(title: "libjemalloc", state: .fine, text: "allocations are counted in a process of their own")
        }
        return Check(
            title: "libjemalloc", state: .missing,
            text: "allocations are unavailable; install with: \(AllocationCounter.installCommand)")
    }

    private static func tool(_ tool: Tool, _ use: String, without: String) -> Check {
        Check(
            title: tool.name, state: tool.path == nil ? .missing : .fine,
            text: tool.path.map { "\($0) \(use)" } ?? "\(without); install with: \(tool.installCommand)")
    }

    /// git can be installed and refuse the package's folder, or that be no repository.
    private static func git(isCommitKnown: Bool) -> Check {
        let check = tool(
            Tool(name: "git"), "names the commit of results",
            without: "results name no commit, 'ab' takes no revision")
        guard check.state == .fine, !isCommitKnown else { return check }
        return Check(
            title: check.title, state: .noisy,
            text: "results name no commit, 'ab' takes no revision; why, says: git -C "
                + "\(CommandLineText.joined([ReleaseBuild.packagePath])) status")
    }

    /// Optional: an SVG needs none.
    private static var converterCheck: Check {
        let installed = Converter.installed.flatMap { Tool(name: $0.program).path }
        return Check(
            title: "PNG converter", state: installed == nil ? .noisy : .fine,
            text: installed
                ?? "optional: 'render' writes only SVG; PNG needs one of \(Converter.names), "
                + "install with: \(Converter.installCommand)")
    }

    private static var clock: Check {
        let clock = ClockProfile.measure(SystemTimeSource())
        return Check(
            title: "clock", state: clock.wallCost > 1000 ? .noisy : .fine,
            text: "\(clock.wallCost) ns a reading, which is subtracted; steps of \(clock.step) ns; samples of "
                + "\(Quantity.time(Double(max(clock.shortestSample, 300_000)))) and more")
    }

    /// What the harness adds to a query that it times, seen in a process like those that measure.
    private static func harness(_ isRelease: Bool) -> Check {
        let arguments = ["lane", Lane.harness.name, "--size", "1", "--dataset", "chat", "--strategy", "full-array"]
        var environment = AllocationCounter.childEnvironment ?? [:]
        environment[ReleaseBuild.stayVariable] = "1"
        guard let values = try? Lane.lines(arguments, n: 1, environment: environment).first?.answer.values,
            values.count == 2, let nanoseconds = values[0]
        else { return Check(title: "harness", state: .missing, text: "its own cost cannot be measured") }
        let allocations = values[1].map { "\(Int($0)) allocations in timed regions" }
        let isTooSlow = isRelease && nanoseconds > QueryOverhead.largest
        return Check(
            title: "harness", state: isTooSlow || values[1] ?? 0 > 0 ? .noisy : .fine,
            text: "\(Quantity.fixed(nanoseconds, decimals: 2)) ns a query of a batch, which are subtracted"
                + (isRelease ? "" : " (debug code; the release build measures)") + "; "
                + (allocations ?? "allocations are not counted without libjemalloc"))
    }

    private static var governor: Check {
        let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
        guard let text = line(path) else {
            return Check(title: "governor", state: .fine, text: "the system does not tell (virtual machines do not)")
        }
        return Check(title: "governor", state: text == "performance" ? .fine : .noisy, text: text)
    }

    private static var hugePages: Check {
        guard let text = line("/sys/kernel/mm/transparent_hugepage/enabled") else {
            return Check(title: "huge pages", state: .fine, text: "the system does not tell")
        }
        let isAlways = text.contains("[always]")
        return Check(
            title: "huge pages", state: isAlways ? .noisy : .fine,
            text: isAlways ? "\(text): the first touch of memory is cheaper than with madvise" : text)
    }

    private static var addresses: Check {
        let text = line("/proc/sys/kernel/randomize_va_space") ?? "?"
        return Check(
            title: "addresses", state: .fine,
            text: text == "0"
                ? "not randomised: one layout of memory for all processes, which pairs of processes cannot average out"
                : "randomised in each process: pairs of processes average it out, one process does not")
    }

    private static func line(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").first.map(String.init)
    }
}
