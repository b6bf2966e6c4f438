import Foundation

/// The single samples of a run, beside its result file as `.samples.csv`: a row for each.
///
/// Not thread-safe.
public final class SampleFile {
    /// Where the file is.
    public var path: String { file.path }
    /// Its length in bytes.
    public var length: Int { file.length }
    private let file: RowFile

    /// The key's but for metric and statistic, and those of a sample.
    private static let columns: [String] = CaseKey.columns.dropLast(2) + ["round", "operations", "wall_ns", "cpu_ns"]

    /// Makes a new file, or goes on with it.
    ///
    /// - Parameter bytes: How many of its bytes stay, at most: the samples after them will be taken again.
    /// - Throws: `FileError` with exit code 6.
    public init(besides resultPath: String, keeping bytes: Int = .max) throws(FileError) {
        file = try RowFile(path: Self.path(besides: resultPath), columns: Self.columns, keeping: bytes)
    }

    /// The place of the samples of a result file.
    public static func path(besides resultPath: String) -> String {
        ResultFile.path(resultPath, suffix: ".samples.csv")
    }

    /// Adds the samples of a case, of which the key's metric and statistic do not matter. Times are per operation.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ key: CaseKey, _ series: SampleSeries) throws(FileError) {
        let place = Array(key.fields.dropLast(2))
        try file.append(
            series.rounds.indices.map { index in
                place + [
                    String(series.rounds[index]), String(series.operationsPerSample), CSV.number(series.wall[index]),
                    CSV.number(series.cpu[index]),
                ]
            })
    }
}
