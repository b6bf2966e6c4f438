import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct ThresholdFileTests {
    private let folder = Folder()

    static let header =
        "schema_version,suite,dataset,n,layout,strategy,trace,phase,metric,statistic,unit,class,value,tolerance,checksum\n"
    static let small = "1,scroll,uniform,900,grid,scan,fling,query,hits,total,count,exact,12,0,aa\n"
    static let large = "1,scroll,uniform,10000,grid,scan,fling,query,wall-time,median,ns,time,0.5,0.05,\n"

    @Test func textIsGoldenAndSortsSizesAsNumbers() throws {
        let file = try ThresholdFile(text: Self.header + Self.large + Self.small, file: "t.csv")
        #expect(file.thresholds.map(\.key.n) == [900, 10_000])
        #expect(file.text == Self.header + Self.small + Self.large)
    }

    @Test func wrongFilesAreRejected() {
        let cases = [
            ("", "t.csv:1: got an empty file, expected the header schema_version,…"),
            (
                Self.header + Self.small + Self.small,
                "t.csv:3: got scroll/uniform/900/grid/scan/fling/query/hits/total again, expected each key once; it "
                    + "stands on line 2, too"
            ),
            (
                Self.header + "9" + Self.small.dropFirst(),
                "t.csv:2: column 'schema_version': got '9', expected 1, the version this program reads"
            ),
            (
                Self.header + Self.small.replacing("12,0,", with: "12,0.1,"),
                "t.csv:2: column 'tolerance': got '0.1', expected 0, because the class is exact"
            ),
            (
                Self.header + Self.large.replacing("0.05", with: "-1"),
                "t.csv:2: column 'tolerance': got '-1', expected a number, at least 0"
            ),
        ]
        for (text, message) in cases {
            let error = #expect(throws: CSVError.self) { try ThresholdFile(text: text, file: "t.csv") }
            #expect(error?.description == message)
        }
    }

    @Test func theMostSpecificFileIsFound() throws {
        let names = ThresholdFile.names(operatingSystem: "linux", architecture: "x86_64", toolchain: "6.3")
        #expect(names == ["linux-x86_64-swift6.3.csv", "linux-x86_64.csv", "linux.csv", "any.csv"])
        #expect(ThresholdFile.locate(in: folder.path, names: names) == nil)
        for name in names.reversed() {
            try TextFile.write(Self.header, to: folder.file(name))
            #expect(ThresholdFile.locate(in: folder.path, names: names) == folder.file(name))
        }
        #expect(try ThresholdFile(path: folder.file("any.csv")).thresholds.isEmpty)
        let file = try ThresholdFile(text: Self.header + Self.small, file: "t.csv")
        #expect(try file.write(to: folder.file("any.csv")))
        #expect(try !file.write(to: folder.file("any.csv")))
        #expect(try ThresholdFile(path: folder.file("any.csv")) == file)
        let error = #expect(throws: FileError.self) { try ThresholdFile(path: folder.file("none.csv")) }
        #expect(error?.exitCode == .missing)
    }
}
