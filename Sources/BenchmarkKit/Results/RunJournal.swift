import Foundation

/// Which steps of a run are done, and how many rows of its result file they made: what an interrupted run goes on from.
///
/// A file `<results>.steps` beside the result file, a line `<rows> <step>` for each step. It is written after the rows,
/// so that a line never promises rows that are not there; it is removed when the run is complete.
///
/// Not thread-safe.
public final class RunJournal {
    /// Where the file is.
    public let path: String
    /// The steps that are done.
    public private(set) var steps: Set<String>
    /// How many rows they made.
    public private(set) var rows: Int
    private let descriptor: Int32

    /// Begins or goes on with the journal of a result file. A last line that was cut off does not count.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written.
    public init(besides resultPath: String) throws(FileError) {
        path = Self.path(besides: resultPath)
        let text = (try? TextFile.read(path)) ?? ""
        var steps: Set<String> = []
        var rows = 0
        for line in ResultFile.wholeLines(text).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let count = Int(words[0]), count >= rows else { continue }
            rows = count
            steps.insert(String(words[1]))
        }
        self.steps = steps
        self.rows = rows
        try TextFile.makeFolder(above: path)
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        if descriptor < 0 {
            throw FileError(path: path, reason: String(cString: strerror(errno)), exitCode: .cannotWrite)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The journal's place for a result file.
    public static func path(besides resultPath: String) -> String { resultPath + ".steps" }

    /// Notes that a step is done, which made that many rows.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func finish(_ step: String, rows count: Int) throws(FileError) {
        rows += count
        steps.insert(step)
        let code = FileDescriptorOutput.writeAll("\(rows) \(step)\n", to: descriptor)
        if code != 0 { throw FileError(path: path, reason: String(cString: strerror(code)), exitCode: .cannotWrite) }
    }

    /// Removes the file: the run is complete.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
