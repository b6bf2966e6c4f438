import BenchmarkKit
import Foundation

/// A folder of baselines: a result file each.
struct BaselineFolder {
    let path: String

    func file(_ name: String) -> String { "\(path)/\(name).csv" }

    /// The rows of a baseline, with a warning where its run was interrupted.
    ///
    /// - Throws: ``InputError`` with exit code 5 where there is no such baseline.
    func rows(_ name: String, _ console: Console) throws -> [ResultRow] {
        try expect(name)
        let file = file(name)
        if RunJournal.exists(besides: file) { console.warn(incomplete(name)) }
        return try ResultFile.read(file, ofCutOff: console.warn)
    }

    /// - Throws: ``InputError`` with exit code 6 where there is a baseline of that name.
    func expectRoom(for name: String) throws(InputError) {
        let file = file(name)
        guard !TextFile.isMissing(file) else { return }
        throw InputError(
            (RunJournal.exists(besides: file) ? incomplete(name) : "there is a baseline '\(name)' already")
                + "; 'baseline delete \(name)' removes it", exitCode: .cannotWrite)
    }

    private func incomplete(_ name: String) -> String {
        "the baseline '\(name)' is incomplete; 'run --resume \(file(name))' goes on with its run"
    }

    func delete(_ name: String) throws {
        try expect(name)
        let file = file(name)
        try TextFile.remove(file)
        ResultFile.removeCompanions(of: file)
    }

    /// What there is, with a warning for each file that cannot be read.
    func table(_ console: Console) throws -> Table {
        var table = Table([
            Table.Column("baseline"), Table.Column("commit"), Table.Column("environment"), Table.Column("rows", .right),
        ])
        for name in try names() {
            let rows: [ResultRow]
            do {
                rows = try ResultFile.read(file(name))
            } catch {
                console.warn("\(error)")
                continue
            }
            let isIncomplete = RunJournal.exists(besides: file(name))
            table.append([
                name, rows.first?.commit ?? "", rows.first?.environment ?? "",
                String(rows.count) + (isIncomplete ? ", incomplete" : ""),
            ])
        }
        return table
    }

    /// - Throws: `FileError` where there is a folder that cannot be read.
    private func names() throws -> [String] {
        try TextFile.names(in: path).filter(ResultFile.isNamed).map { String($0.dropLast(4)) }.sorted()
    }

    private func expect(_ name: String) throws {
        let names = try names()
        guard names.contains(name) else {
            let known = names.isEmpty ? "there are none in \(path)" : "there are \(names.joined(separator: ", "))"
            throw InputError("there is no baseline '\(name)'; \(known)", exitCode: .missing)
        }
    }
}
