import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct ResultFileTests {
    let folder = Folder()

    static let header =
        "schema_version,run_id,commit,environment,suite,dataset,n,layout,strategy,trace,phase,metric,unit,class,"
        + "statistic,value,samples,checksum,seed\n"

    @Test func rowsAreGoldenText() {
        #expect(CSV.line(ResultRow.columns) == Self.header)
        #expect(
            CSV.line(row(key(), 12, checksum: ResultRow.checksum(255)).fields)
                == "1,r1,abc1234,linux-x86_64-swift6.3,scroll,uniform,1000,grid,scan,fling,query,hits,count,exact,total,12,"
                + "3,00000000000000ff,42\n"
        )
        #expect(
            CSV.line(row(key(), nil).fields).hasSuffix(",hits,count,exact,unavailable,,3,,42\n")
        )
    }

    @Test func growsAndStaysComplete() throws {
        let path = folder.file("deep/a.csv")
        let rows = [row(key(), 1), row(key("a,\"b\"\n"), 0.1, unit: .nanoseconds, .time), row(key("tree"), nil)]
        let file = try ResultFile(creating: path)
        #expect(try ResultFile.read(path) == [])
        try file.append([rows[0]])
        #expect(try ResultFile.read(path) == [rows[0]])
        try file.append([])
        try file.append(Array(rows[1...]))
        #expect(try ResultFile.read(path) == rows)
        let resumed = try ResultFile(appendingTo: path)
        try resumed.append([rows[0]])
        #expect(try ResultFile.read(path) == rows + [rows[0]])
        #expect(throws: FileError.self) { try ResultFile(creating: path) }
    }

    /// What a former run of the same path has left is none of a new one's, and stays as long as its file does.
    @Test func aNewFileStandsAlone() throws {
        let path = folder.file("a.csv")
        let others = ["a.csv.steps", "a.env.json", "a.samples.csv", "a.histograms.csv"].map(folder.file)
        for other in others { try TextFile.write("former", to: other) }
        try TextFile.write("former", to: path)
        #expect(throws: FileError.self) { try ResultFile(creating: path) }
        for other in others { #expect(try TextFile.read(other) == "former") }
        try FileManager.default.removeItem(atPath: path)
        _ = try ResultFile(creating: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.csv"])
    }

    @Test func rowsThatAreGoneAreMissed() throws {
        let path = folder.file("a.csv")
        try ResultFile(creating: path).append([row(key("a"), 1), row(key("b"), 2)])
        let text = try TextFile.read(path)
        let error = #expect(throws: CSVError.self) { try ResultFile(appendingTo: path, keeping: 3) }
        #expect(
            error?.description
                == "\(path):4: got the file's end after 2 rows, expected 3 rows, as many as its run had written")
        #expect(try TextFile.read(path) == text)
        _ = try ResultFile(appendingTo: path, keeping: 2)
        #expect(try TextFile.read(path) == text)
    }

    /// Whatever its byte: the rows before it are there, and what is left of it is told with its place.
    @Test func aLineThatWasCutOffIsTold() throws {
        let path = folder.file("a.csv")
        let rows = [row(key("a"), 1), row(key("b\n"), 2), row(key("c"), 3)]
        try ResultFile(creating: path).append(rows)
        let text = try TextFile.read(path)
        let last = CSV.line(rows[2].fields)
        for cut in 0...last.count {
            try TextFile.write(String(text.dropLast(cut)), to: path)
            var told: [CutOffLine] = []
            #expect(try ResultFile.read(path) { told.append($0) } == (cut == 0 ? rows : Array(rows.prefix(2))))
            guard (1..<last.count).contains(cut) else {
                #expect(told.isEmpty)
                continue
            }
            let line = try #require(told.first)
            #expect(told.count == 1 && line.file == path && line.line == 5 && line.text == last.dropLast(cut))
        }
        try TextFile.write(text + String(repeating: "x", count: 500), to: path)
        var told = ""
        _ = try ResultFile.read(path) { told = "\($0)" }
        let start = String(repeating: "x", count: 400)
        #expect(told == "\(path):6: got '\(start)…', expected a line with its end: left out, as it was cut off")
    }

    @Test func unwritablePathsExitWithSix() throws {
        try TextFile.write("x", to: folder.file("plain"))
        let below = #expect(throws: FileError.self) { try ResultFile(creating: folder.file("plain/a.csv")) }
        #expect(below?.exitCode == .cannotWrite)
        #expect(below?.description.hasPrefix("cannot write \(folder.file("plain/a.csv")): ") == true)
        let existing = #expect(throws: FileError.self) { try ResultFile(creating: folder.file("plain")) }
        #expect(existing?.exitCode == .cannotWrite)
        #expect(existing?.reason == "File exists")
        let text = #expect(throws: FileError.self) { try TextFile.write("x", to: folder.file("plain/b")) }
        #expect(text?.exitCode == .cannotWrite)
    }

    @Test func linksAndPipesAreWrittenThroughAndStayWhatTheyAre() throws {
        let (file, link, pipe) = (folder.file("plain"), folder.file("link"), folder.file("pipe"))
        func type(_ path: String) throws -> FileAttributeType? {
            try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        }
        try TextFile.write("a longer first text", to: file)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "plain")
        for text in ["short", "a longer second text"] {
            try TextFile.write(text, to: link)
            #expect(try TextFile.read(file) == text)
            try FileManager.default.removeItem(atPath: file)
        }
        #expect(try type(link) == .typeSymbolicLink)

        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try TextFile.write("to whoever reads", to: pipe)
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = Foundation.read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "to whoever reads")
        #expect(try type(pipe) != .typeRegular)
    }

    @Test func missingFileIsAnError() {
        let error = #expect(throws: FileError.self) { try ResultFile.read(folder.file("none.csv")) }
        #expect(error?.description == "cannot read \(folder.file("none.csv")): no such file")
        #expect(error?.exitCode == .harnessError)
    }

    @Test func foreignFilesAreRejected() throws {
        let line = CSV.line(row(key(), 12).fields)
        let cases = [
            ("name,value\na,1\n", "f.csv:1: column '1': got 'name', expected the header 'schema_version'"),
            (
                Self.header + "2" + line.dropFirst(),
                "f.csv:2: column 'schema_version': got '2', expected 1, the version this program reads"
            ),
            (
                Self.header + line.replacing(",1000,", with: ",many,"),
                "f.csv:2: column 'n': got 'many', expected a whole number from 1 to 10^12"
            ),
            (
                Self.header + line.replacing(",exact,", with: ",vague,"),
                "f.csv:2: column 'class': got 'vague', expected one of exact, time, memory"
            ),
            (Self.header + line.replacing(",12,", with: ",,"), "f.csv:2: column 'value': got '', expected a number"),
            (
                Self.header + line.replacing(",total,", with: ",unavailable,"),
                "f.csv:2: column 'value': got '12', expected nothing, because the statistic is 'unavailable'"
            ),
            (
                Self.header + line.replacing(",42\n", with: ",-1\n"),
                "f.csv:2: column 'seed': got '-1', expected a number from 0 to 2^64 - 1"
            ),
        ]
        for (text, message) in cases {
            let error = #expect(throws: CSVError.self) { try ResultFile.rows(text, file: "f.csv") }
            #expect(error?.description == message)
        }
    }

    @Test func namesSortByTime() {
        // date -u -d @1709251199: 2024-02-29 23:59:59, a leap day.
        let time = Date(timeIntervalSince1970: 1_709_251_199.9)
        #expect(
            ResultFile.name(time: time, commit: "abc1234", environment: "linux-x86_64-swift6.3")
                == "20240229T235959Z_abc1234_linux-x86_64-swift6.3.csv"
        )
        #expect(Timestamp.extended(time) == "2024-02-29T23:59:59Z")
        #expect(Timestamp.basic(Date(timeIntervalSince1970: 0)) == "19700101T000000Z")
    }

    @Test func timestampsAgreeWithFoundation() {
        for day in stride(from: 0, to: 60_000, by: 17) {
            let time = Date(timeIntervalSince1970: Double(day) * 86400 + 3661)
            #expect(Timestamp.extended(time) == time.ISO8601Format())
        }
    }
}
