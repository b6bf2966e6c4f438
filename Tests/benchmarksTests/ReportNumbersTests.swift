import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// The numbers of a page are those of the files it was made of.
@Suite struct ReportNumbersTests {
    /// The fields of a result file by run and place, read without the program's own reader of rows.
    private func values(_ paths: [String]) throws -> [String: String] {
        var values: [String: String] = [:]
        for path in paths {
            let lines = try CSVReader.lines(TextFile.read(path), file: path)
            let places = ["suite", "dataset", "n", "layout", "strategy", "trace", "phase", "metric", "statistic"]
            let columns = places.compactMap { lines[0].fields.firstIndex(of: $0) }
            let run = try #require(lines[0].fields.firstIndex(of: "run_id"))
            let value = try #require(lines[0].fields.firstIndex(of: "value"))
            for line in lines.dropFirst() {
                let key = line.fields[run] + " " + columns.map { line.fields[$0] }.joined(separator: "/")
                values[key] = line.fields[value]
            }
        }
        return values
    }

    /// - Parameter html: The page of the files, if it is made already.
    private func check(_ paths: [String], html: String? = nil) throws -> PageReader {
        let page = try PageReader(html ?? ReportPage(try ReportFiles(reading: paths)).html)
        let values = try values(paths)
        try #require(!page.numbers.isEmpty)
        for number in page.numbers {
            try #require(values["\(number.run) \(number.row)"] == number.value, "\(number.row)")
            // What people read is the number rounded; per item it is another one.
            guard number.section == "scaling" || number.section == "history" else { continue }
            #expect(number.text == Quantity.time(try #require(Double(number.value))))
        }
        return page
    }

    @Test func committedResultsAreTold() throws {
        let page = try check(ReferenceResults.paths, html: ReferenceResults.html())
        for section in ["scaling", "latency", "memory", "ratios"] {
            #expect(page.numbers.contains { $0.section == section }, "\(section) has no numbers")
        }
    }

    /// A floor is what no strategy can be faster than: the page must not advise one.
    @Test func noFloorIsAdvised() throws {
        let html = try ReferenceResults.html()
        let start = try #require(html.range(of: "id=\"crossovers\"")).lowerBound
        let end = try #require(html.range(of: "id=\"scaling\"")).lowerBound
        let section = html[start..<end]
        #expect(section.contains("incremental") && !section.contains("floor-"))
    }

    /// The page begins with what the results' own README advises.
    @Test func theAdviceIsThatOfTheReadMe() throws {
        let readMe = try TextFile.read(ReferenceResults.folder + "/README.md")
        let datasets = Set(try ReferenceResults.files().rows.map(\.key.dataset))
        let rows = readMe.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }.filter { $0.count == 5 && datasets.contains($0[0]) && $0[1].hasPrefix("from ") }
        #expect(rows.count == datasets.count)
        let html = try ReferenceResults.html()
        for row in rows {
            #expect(html.contains("<tr>\(row.map { "<td>\($0)</td>" }.joined())</tr>"), "\(row)")
        }
    }

    /// Every time of a sweep, with its interval, is in the section that shows sweeps.
    @Test func noTimeIsLeftOut() throws {
        let folder = try Folder()
        let path = try folder.write(MadeUp.csv(MadeUp.swept + MadeUp.memory), to: "a.csv")
        let page = try check([path])
        let shown = Set(page.numbers.filter { $0.section == "scaling" }.map(\.row))
        #expect(shown == Set(MadeUp.swept.map(\.key.path)))
    }

    @Test func everyLatencyIsShown() throws {
        let folder = try Folder()
        let page = try check([try folder.write(MadeUp.csv(MadeUp.latencies), to: "a.csv")])
        let shown = page.numbers.filter { $0.section == "latency" }.map(\.row)
        #expect(shown == MadeUp.latencies.map(\.key.path))
    }

    /// Two runs of one commit: the last one counts, in the history too.
    @Test func theLastRunOfACommitCounts() throws {
        let folder = try Folder()
        let paths = try [(1, 10.0, "c1"), (2, 20.0, "c1"), (0, 30.0, "c0")].map { number, factor, commit in
            let run = "2026010\(number)T000000Z-1"
            let rows = [1000, 2000].flatMap {
                MadeUp.time("full-array", "prepare", factor * Double($0), n: $0, run: run, commit: commit)
            }
            return try folder.write(MadeUp.csv(rows), to: "\(number).csv")
        }
        for paths in [paths, paths.reversed()] {
            let page = try check(paths)
            #expect(Set(page.numbers.filter { $0.section == "scaling" }.map(\.run)) == ["20260102T000000Z-1"])
            #expect(
                page.numbers.filter { $0.section == "history" && $0.row.hasSuffix("median") }.map(\.value)
                    == ["30000", "20000", "60000", "40000"])
        }
    }

    /// A newer commit with one size does not hide the sweep of the one before.
    @Test func theNewestThatSaysEnoughCounts() throws {
        let newer = MadeUp.time(
            "full-array", "prepare", 3, run: "20260201T000000Z-1", commit: "c2")
        let files = ReportFiles([MadeUp.file("b.csv", newer), MadeUp.file("a.csv", MadeUp.swept)])
        #expect(files.sweeps.map(\.origin) == ["2026-01-01, commit c1", "2026-01-01, commit c1"])
        #expect(files.snapshot { !$0.isEmpty }?.origin == "2026-02-01, commit c2")
    }
}
