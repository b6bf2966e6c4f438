import BenchmarkKit
import Foundation

/// The result files of a report in the order in which they were measured, with what stands beside them.
struct ReportFiles {
    /// A result file.
    struct File {
        let path: String
        let rows: [ResultRow]
        /// The circumstances; nil where no `.env.json` stands beside the file.
        let environment: Environment?
        let histograms: [CaseKey: LogLinearHistogram]

        /// The path's last part.
        var name: String { URL(fileURLWithPath: path).lastPathComponent }

        /// Files with the same revision and machine can be compared with each other.
        struct Origin: Hashable {
            /// The commit, with a `+` where the working tree differed from it.
            let revision: String
            let machine: String
            let seed: UInt64
        }

        var origin: Origin {
            let row = rows.first
            let commit = row?.commit ?? environment?.commit ?? ""
            return Origin(
                revision: environment?.isDirty == true ? commit + "+" : commit, machine: machine, seed: row?.seed ?? 0)
        }

        /// Whether one thing was timed against another.
        var isComparison: Bool { rows.contains { $0.key.metric == Metric.timeRatio.id } }

        /// The rows that say something by themselves: what a comparison measures beside its ratios is of a few strategies,
        /// in rounds of another kind.
        var ownRows: [ResultRow] { isComparison ? [] : rows }

        /// What times depend on.
        var machine: String {
            let id = rows.first?.environment ?? ""
            guard let environment else { return id }
            return "\(id), \(environment.cpuModel), \(environment.cores) processors"
        }

        /// When it was begun, as it sorts: `20260131T235959Z`; empty where the id of the run does not say.
        var time: String {
            let time = rows.first?.runID.prefix(16) ?? ""
            return time.wholeMatch(of: /[0-9]{8}T[0-9]{6}Z/) == nil ? "" : String(time)
        }

        /// `2026-01-31`, or nothing.
        var date: String {
            time.isEmpty ? "" : "\(time.prefix(4))-\(time.dropFirst(4).prefix(2))-\(time.dropFirst(6).prefix(2))"
        }
    }

    let files: [File]

    var rows: [ResultRow] { files.flatMap(\.rows) }

    init(_ files: [File]) {
        // The order of the arguments decides among those of which the time is not known.
        self.files = files.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Reads files. Those that stand beside result files may be among the paths, as `results/*.csv` gives them: they are
    /// read with the file they belong to, and outcomes of `selftest` are left out.
    ///
    /// - Parameter tell: Is given what is left of a result file's last line where that was cut off.
    /// - Throws: ``InputError`` for a path that is given twice or where none is a result file, `FileError` or `CSVError`
    ///   where one cannot be read.
    init(reading paths: [String], ofCutOff tell: (CutOffLine) -> Void = { _ in }) throws {
        let own = paths.filter { ResultFile.isNamed($0) && !SelfTestReport.isNamed($0) }
        guard !own.isEmpty, paths.allSatisfy({ $0.hasSuffix(".csv") }) else {
            let path = paths.first { !$0.hasSuffix(".csv") } ?? paths[0]
            throw InputError("\(path): got no result file, expected a .csv that 'run' or another command wrote")
        }
        var seen: Set<String> = []
        for path in own {
            guard seen.insert(Self.file(at: path)).inserted else { throw InputError("\(path): given twice") }
        }
        self.init(
            try own.map { path in
                File(
                    path: path, rows: try ResultFile.read(path, ofCutOff: tell),
                    environment: try Environment.read(besides: path), histograms: try HistogramFile.read(besides: path))
            })
    }

    /// Warns of files whose run has not come to its end.
    func warnOfInterruptions(_ console: Console) {
        for file in files where RunJournal.exists(besides: file.path) {
            console.warn("\(file.path): its run was interrupted: what it had not measured yet is missing")
        }
    }

    /// The file that a path leads to: the same for all of its names.
    static func file(at path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    /// Rows that can be compared with each other.
    struct Snapshot {
        let rows: [ResultRow]
        let files: [File]
        /// When and of what commit they were measured; on which machine, where the files are of several.
        let origin: String
    }

    /// The newest rows that say enough, all from the same commit, machine and seed; nil where there are none.
    func snapshot(suffice: ([ResultRow]) -> Bool) -> Snapshot? {
        origins.lazy.map { snapshot(of: $0) { _ in true } }.first { suffice($0.rows) }
    }

    /// The newest rows with times among them.
    var timed: Snapshot? { snapshot { $0.contains(where: Timings.isTime) } }

    /// The newest rows of a kind that say enough, for each place by itself; those of a place are all from the same commit,
    /// machine and seed.
    func newest<Place: Hashable>(
        _ isWanted: (ResultRow) -> Bool, by place: (ResultRow) -> Place, suffice: ([ResultRow]) -> Bool = { _ in true }
    ) -> [(place: Place, snapshot: Snapshot)] {
        var found: Set<Place> = []
        return origins.flatMap { origin in
            let all = snapshot(of: origin, isWanted)
            return all.rows.grouped(by: place).filter { suffice($0.elements) && found.insert($0.key).inserted }
                .map { ($0.key, Snapshot(rows: $0.elements, files: all.files, origin: all.origin)) }
        }
    }

    /// The newest first.
    private var origins: [File.Origin] { files.reversed().map(\.origin).uniqued() }

    /// The rows of an origin; of several for a key the last one.
    private func snapshot(of origin: File.Origin, _ isWanted: (ResultRow) -> Bool) -> Snapshot {
        let alike = files.filter { $0.origin == origin }
        var order: [CaseKey] = []
        var last: [CaseKey: ResultRow] = [:]
        for row in alike.flatMap(\.ownRows) where row.value != nil && isWanted(row) {
            if last.updateValue(row, forKey: row.key) == nil { order.append(row.key) }
        }
        return Snapshot(rows: order.compactMap { last[$0] }, files: alike, origin: alike.last.map(title) ?? "")
    }

    /// `2026-01-31, commit 1a2b3c4`.
    func title(_ file: File) -> String {
        let parts = [
            file.date, "commit \(file.origin.revision)", Set(files.map(\.machine)).count > 1 ? file.machine : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
