import Foundation

/// The circumstances of a run, for the file beside its results.
public struct Environment: Sendable, Equatable, Codable {
    /// The host's name.
    public var machine: String
    /// The processor's model; empty where the system does not tell.
    public var cpuModel: String
    /// Processors the process may use.
    public var cores: Int
    /// Installed memory in bytes.
    public var memoryBytes: UInt64
    /// The kernel's name and release.
    public var kernel: String
    /// The operating system's name and version.
    public var os: String
    /// The processor architecture.
    public var architecture: String
    /// The compiler's version, major and minor.
    public var toolchain: String
    /// The allocator: `system` or `jemalloc`.
    public var allocator: String
    /// `release` or `debug`.
    public var configuration: String
    /// What else the build was told that changes what it has, such as `--traits Peers`; nil where nobody noted it.
    public var flags: String?
    /// Runnable threads over the last minute; nil where the system does not tell.
    public var loadAverage: Double?
    /// Percent of processor time the host took away during the run, since it was resumed if it was, or, as long as it goes on,
    /// since the machine started; nil where the system does not tell.
    public var stealPercent: Double?
    /// Nanoseconds that the harness itself takes per operation of a batch, which were subtracted; nil where none was.
    public var overheadNanoseconds: Double?
    /// The commit that is measured; ``unknownCommit`` outside a repository.
    public var commit: String
    /// Whether the working tree differs from the commit; nil where that is unknown.
    public var isDirty: Bool?
    /// A checksum of what the working tree differs from the commit in; nil where it does not, or that is unknown.
    public var changes: String?
    /// Checksums of the files that the arguments have the run read, by their paths there; nil where nobody asked for them.
    public var inputs: [String: String]?
    /// The command's arguments.
    public var arguments: [String]
    /// The run's seed.
    public var seed: UInt64
    /// When the run began, UTC.
    public var time: String

    /// What stands for a commit that git does not tell.
    public static let unknownCommit = "unknown"

    /// The short stable id of what makes results comparable: `linux-x86_64-swift6.3`.
    public var id: String { Self.id(operatingSystem, architecture, toolchain) }

    /// The name that ``id`` has for the system of the kernel.
    private var operatingSystem: String {
        kernel.hasPrefix("Linux ") ? "linux" : kernel.hasPrefix("Darwin ") ? "macos" : "unknown"
    }

    /// Looks at this machine, this process and the repository in the folder. Spawns git; takes some 10 ms.
    public static func current(
        arguments: [String], seed: UInt64, repository: String = ".", time: Date = Date()
    ) -> Environment {
        let revision = SourceRevision.current(in: repository)
        return Environment(
            machine: ProcessInfo.processInfo.hostName,
            cpuModel: SystemFacts.cpuModel,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            memoryBytes: ProcessInfo.processInfo.physicalMemory,
            kernel: SystemFacts.kernel,
            os: ProcessInfo.processInfo.operatingSystemVersionString,
            architecture: architecture,
            toolchain: toolchain,
            allocator: AllocationCounter.isAvailable ? "jemalloc" : "system",
            configuration: configuration,
            loadAverage: SystemFacts.loadAverage,
            stealPercent: ProcessorTimes.current?.stealPercent(since: nil),
            commit: revision?.commit ?? Self.unknownCommit,
            isDirty: revision?.isDirty,
            changes: revision?.changes,
            arguments: arguments,
            seed: seed,
            time: Timestamp.extended(time)
        )
    }

    /// The environment as JSON with sorted keys, ending in a line feed.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and arrays of them always encode; a non-finite load average cannot occur.
        let data = try? encoder.encode(self)
        return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
    }
}

extension Environment {
    /// Reads what ``write(besides:)`` wrote.
    ///
    /// - Throws: `FileError` where there is no such file, or it holds something else.
    public init(besides resultPath: String) throws(FileError) {
        let path = Self.path(besides: resultPath)
        let data = Data(try TextFile.read(path).utf8)
        do {
            self = try JSONDecoder().decode(Environment.self, from: data)
        } catch {
            throw FileError(path: path, reason: "not the environment of a run", exitCode: .harnessError)
        }
    }

    /// Reads it if it is there; nil if not.
    ///
    /// - Throws: What ``init(besides:)`` throws for one that is there.
    public static func read(besides resultPath: String) throws(FileError) -> Environment? {
        TextFile.isMissing(path(besides: resultPath)) ? nil : try Environment(besides: resultPath)
    }

    /// Writes the JSON beside a result file, as `.env.json` in place of `.csv`.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func write(besides resultPath: String) throws(FileError) {
        try TextFile.write(json, to: Self.path(besides: resultPath))
    }

    /// Where it stands.
    public static func path(besides resultPath: String) -> String {
        ResultFile.path(resultPath, suffix: ".env.json")
    }
}
