/// The histograms of a run, beside its result file as `.histograms.csv`: a row for each, in a form from which those of
/// several runs can be merged.
///
/// Not thread-safe.
public final class HistogramFile {
    /// Where the file is.
    public var path: String { file.path }
    private let file: RowFile

    /// Makes a new file.
    ///
    /// - Throws: `FileError` with exit code 6.
    public init(besides resultPath: String) throws(FileError) {
        let stem = resultPath.hasSuffix(".csv") ? String(resultPath.dropLast(4)) : resultPath
        file = try RowFile(creating: stem + ".histograms.csv", columns: CaseKey.columns + ["histogram"])
    }

    /// Adds the histogram of a case as ``LogLinearHistogram/text``; the statistic of the key says which one it is.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ key: CaseKey, _ histogram: LogLinearHistogram) throws(FileError) {
        let key = [
            key.suite, key.dataset, String(key.n), key.layout, key.strategy, key.trace, key.phase, key.metric,
            key.statistic,
        ]
        try file.append([key + [histogram.text]])
    }
}
