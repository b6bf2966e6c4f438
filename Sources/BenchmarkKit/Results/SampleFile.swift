import Foundation

/// The single samples of a run, beside its result file as `.samples.csv`: a row for each.
///
/// Not thread-safe.
public final class SampleFile {
    /// Where the file is.
    public let path: String
    private let descriptor: Int32

    private static let columns = [
        "suite", "dataset", "n", "layout", "strategy", "trace", "phase", "round", "operations", "wall_ns", "cpu_ns",
    ]

    /// Makes a new file, or goes on with it.
    ///
    /// - Throws: `FileError` with exit code 6.
    public init(besides resultPath: String) throws(FileError) {
        let stem = resultPath.hasSuffix(".csv") ? String(resultPath.dropLast(4)) : resultPath
        path = stem + ".samples.csv"
        let isNew = !FileManager.default.fileExists(atPath: path)
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        if descriptor < 0 {
            throw FileError(path: path, reason: String(cString: strerror(errno)), exitCode: .cannotWrite)
        }
        if isNew { try write(CSV.line(Self.columns)) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds the samples of a case, of which the key's metric and statistic do not matter. Times are per operation.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ key: CaseKey, _ series: SampleSeries) throws(FileError) {
        let place = [key.suite, key.dataset, String(key.n), key.layout, key.strategy, key.trace, key.phase]
        var text = ""
        for index in series.rounds.indices {
            text += CSV.line(
                place + [
                    String(series.rounds[index]), String(series.operationsPerSample), CSV.number(series.wall[index]),
                    CSV.number(series.cpu[index]),
                ])
        }
        try write(text)
    }

    private func write(_ text: String) throws(FileError) {
        let code = FileDescriptorOutput.writeAll(text, to: descriptor)
        if code != 0 { throw FileError(path: path, reason: String(cString: strerror(code)), exitCode: .cannotWrite) }
    }
}
