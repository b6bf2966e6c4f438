import BenchmarkKit

/// Where the numbers come from: a table for each file.
struct EnvironmentSection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "environment", title: "Environment", parts: parts) }

    private var parts: [ReportSection.Part] {
        let files = source.files.files
        return files.reversed().map { file in
            .folded(
                [file.name, file.date, "\(Quantity.count(file.rows.count)) rows"].filter { !$0.isEmpty }
                    .joined(separator: ", "), table(file), isOpen: file.path == files.last?.path)
        }
    }

    private func table(_ file: ReportFiles.File) -> DataTable {
        var table = DataTable(["what", "is"])
        for (name, value) in facts(file) { table.append(nil, [.text(name), .text(value)]) }
        return table
    }

    private func facts(_ file: ReportFiles.File) -> [(String, String)] {
        let row = file.rows.first
        let rows: [(String, String)] = [
            (
                "commit",
                file.origin.revision + (file.environment?.isDirty == true ? ": files differed from the commit" : "")
            ), ("environment", row?.environment ?? ""), ("run", row?.runID ?? ""),
            ("seed", row.map { String($0.seed) } ?? ""),
        ]
        guard let environment = file.environment else {
            return rows + [("machine", "unknown: there is no \(file.name.dropLast(4)).env.json beside the file")]
        }
        return rows + [
            ("command", "swift run benchmarks \(environment.arguments.joined(separator: " "))"),
            ("began", environment.time), ("machine", environment.machine),
            ("processor", "\(environment.cpuModel), \(environment.cores) in use, \(environment.architecture)"),
            ("memory", Quantity.bytes(Double(environment.memoryBytes))),
            ("system", "\(environment.os), \(environment.kernel)"),
            (
                "toolchain",
                ["Swift \(environment.toolchain)", environment.configuration, environment.flags ?? ""]
                    .filter { !$0.isEmpty }.joined(separator: ", ")
            ),
            ("allocator", environment.allocator),
            ("load when it began", environment.loadAverage.map { Quantity.fixed($0, decimals: 2) } ?? "unknown"),
            (
                "taken away by the host",
                environment.stealPercent.map { Quantity.fixed($0, decimals: 2) + " %" } ?? "unknown"
            ),
        ]
    }
}
