import Foundation

/// The thresholds of one platform, sorted by key, and the file they live in.
public struct ThresholdFile: Sendable, Equatable {
    /// The thresholds, ascending by key, each key once.
    public private(set) var thresholds: [Threshold]

    /// A file of the given thresholds, in any order.
    ///
    /// - Precondition: no two have the same key.
    public init(_ thresholds: [Threshold] = []) {
        self.thresholds = thresholds.sorted { $0.key < $1.key }
        precondition(Set(thresholds.map(\.key)).count == thresholds.count, "Two thresholds have the same key.")
    }

    /// Reads a file's text; the order of its rows does not matter. O(n log n).
    ///
    /// - Throws: `CSVError` where it is no threshold file of this version, or a key occurs twice.
    public init(text: String, file: String) throws(CSVError) {
        var thresholds: [Threshold] = []
        var lines: [CaseKey: Int] = [:]
        for record in try CSVReader.records(text, file: file, columns: Threshold.columns) {
            let threshold = try Threshold(record)
            if let first = lines.updateValue(record.line, forKey: threshold.key) {
                throw CSVError(
                    file: file, line: record.line, got: "\(threshold.key.path) again",
                    expected: "each key once; it stands on line \(first), too"
                )
            }
            thresholds.append(threshold)
        }
        self.init(thresholds)
    }

    /// Reads a file.
    ///
    /// - Throws: `FileError` with exit code 5 where it cannot be read, `CSVError` where it is no threshold file.
    public init(path: String) throws {
        try self.init(text: TextFile.read(path, exitCode: .missing), file: path)
    }

    /// The file's text: the header and the thresholds in order.
    public var text: String {
        ([Threshold.columns] + thresholds.map(\.fields)).map(CSV.line).joined()
    }

    /// Writes the file unless it has this text already; returns whether it was written.
    ///
    /// - Throws: `FileError` with exit code 6.
    @discardableResult
    public func write(to path: String) throws(FileError) -> Bool {
        if let present = try? TextFile.read(path), present == text { return false }
        try TextFile.write(text, to: path)
        return true
    }

    /// The names a platform's thresholds can have, from the most to the least specific: `linux-x86_64-swift6.3.csv`,
    /// `linux-x86_64.csv`, `linux.csv`, `any.csv`.
    public static func names(
        operatingSystem: String = Environment.operatingSystem, architecture: String = Environment.architecture,
        toolchain: String = Environment.toolchain
    ) -> [String] {
        [
            Environment.id(operatingSystem, architecture, toolchain) + ".csv", "\(operatingSystem)-\(architecture).csv",
            "\(operatingSystem).csv", "any.csv",
        ]
    }

    /// The path of the most specific file that exists in the folder; nil where there is none.
    public static func locate(in folder: String, names: [String] = names()) -> String? {
        names.map { "\(folder)/\($0)" }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
