import Foundation

/// The histograms of a run, beside its result file as `.histograms.csv`: a row for each, with the count of every bucket, so
/// that those of several runs add up.
///
/// Not thread-safe.
public final class HistogramFile {
    /// Where the file is.
    public var path: String { file.path }
    private let file: RowFile

    private static let columns = CaseKey.columns + ["histogram"]

    /// Makes a new file, or goes on with it.
    ///
    /// - Throws: `FileError` with exit code 6.
    public init(besides resultPath: String) throws(FileError) {
        file = try RowFile(path: Self.path(besides: resultPath), columns: Self.columns)
    }

    /// The place of the histograms of a result file.
    public static func path(besides resultPath: String) -> String {
        ResultFile.path(resultPath, suffix: ".histograms.csv")
    }

    /// Adds the histogram of a case as ``LogLinearHistogram/text``; the statistic of the key says which one it is, if
    /// there are several.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ key: CaseKey, _ histogram: LogLinearHistogram) throws(FileError) {
        try file.append([key.fields + [histogram.text]])
    }

    /// The histograms beside a result file; none where there is no such file. Of several for a key the last one counts:
    /// an interrupted step is measured again. O(length).
    ///
    /// - Throws: `FileError` where it cannot be read, `CSVError` where it holds something else.
    public static func read(besides resultPath: String) throws -> [CaseKey: LogLinearHistogram] {
        let path = path(besides: resultPath)
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        var histograms: [CaseKey: LogLinearHistogram] = [:]
        for record in try RowFile.records(path, columns: columns) {
            guard let histogram = LogLinearHistogram(text: record.text("histogram")) else {
                throw record.error("histogram", expected: "llh1 <minimum> <maximum> <bucket>:<count> …")
            }
            histograms[try CaseKey(record)] = histogram
        }
        return histograms
    }
}
