import Foundation

/// Which steps of a run are done, and how many rows of its result file they made: what an interrupted run goes on from.
///
/// A file `<results>.steps` beside the result file, a line `<rows> <bytes of samples> <step>` for each step. It is written
/// after the rows and samples, so that a line never promises any that are not there; it is removed when the run is
/// complete.
///
/// Not thread-safe.
public final class RunJournal {
    /// Where the file is.
    public var path: String { file.path }
    /// The steps that are done.
    public private(set) var steps: Set<String>
    /// How many rows they made.
    public private(set) var rows: Int
    /// How long the file of samples was after them; 0 where there was none.
    public private(set) var sampleBytes: Int
    private let file: LineFile

    /// Begins or goes on with the journal of a result file. A last line that was cut off does not count, and is removed.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written, 1 where another line is damaged, or where the run still
    ///   goes on in another process.
    public init(besides resultPath: String) throws(FileError) {
        let path = Self.path(besides: resultPath)
        file = try LineFile(path, isExclusive: true)
        var steps: Set<String> = []
        var rows = 0
        var sampleBytes = 0
        for line in try TextFile.read(path).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let count = Int(words[0]), count >= rows, let bytes = Int(words[1]),
                bytes >= sampleBytes
            else {
                throw FileError(
                    path: path, reason: "got '\(line)', expected '<rows> <bytes of samples> <step>'",
                    exitCode: .harnessError)
            }
            rows = count
            sampleBytes = bytes
            steps.insert(String(words[2]))
        }
        self.steps = steps
        self.rows = rows
        self.sampleBytes = sampleBytes
    }

    /// The journal's place for a result file.
    public static func path(besides resultPath: String) -> String { resultPath + ".steps" }

    /// Whether a result file has one: its run was interrupted, or has not come to its end.
    public static func exists(besides resultPath: String) -> Bool {
        FileManager.default.fileExists(atPath: path(besides: resultPath))
    }

    /// Notes that a step is done, which made that many rows.
    ///
    /// - Parameter sampleBytes: How long the file of samples is now; 0 where there is none.
    /// - Throws: `FileError` with exit code 6.
    public func finish(_ step: String, rows count: Int, sampleBytes: Int = 0) throws(FileError) {
        rows += count
        self.sampleBytes = sampleBytes
        steps.insert(step)
        try file.append("\(rows) \(sampleBytes) \(step)\n")
    }

    /// Removes the file: the run is complete.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
