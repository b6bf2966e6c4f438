import BenchmarkKit
import Testing

@Suite struct HistogramFileTests {
    private let folder = Folder()
    private let key = CaseKey(
        suite: "strategies", dataset: "chat, \"quoted\"", n: 1000, layout: "list", strategy: "a", trace: "fling",
        phase: "query", metric: "latency", statistic: "60hz")

    private func histogram(_ values: [UInt64]) -> LogLinearHistogram {
        values.reduce(into: LogLinearHistogram()) { $0.record($1) }
    }

    @Test func givesBackWhatWasWritten() throws {
        let path = folder.file("a.csv")
        #expect(try HistogramFile.read(besides: path).isEmpty)
        var other = key
        other.strategy = "b"
        let file = try HistogramFile(besides: path)
        #expect(file.path == folder.file("a.histograms.csv"))
        try file.append(key, histogram([1]))
        try file.append(other, histogram([3, 3000, 1_000_000]))
        // A run that goes on measures an interrupted step once more.
        try HistogramFile(besides: path).append(key, histogram([5, 6]))
        let read = try HistogramFile.read(besides: path)
        #expect(read == [key: histogram([5, 6]), other: histogram([3, 3000, 1_000_000])])
    }

    @Test func namesWhatIsWrong() throws {
        let path = folder.file("a.csv")
        _ = try HistogramFile(besides: path)
        let file = folder.file("a.histograms.csv")
        try TextFile.write(try TextFile.read(file) + "s,d,1,l,a,t,q,m,,llh1 1 1 1:0\n", to: file)
        let error = #expect(throws: CSVError.self) { try HistogramFile.read(besides: path) }
        #expect(error?.line == 2 && error?.column == "histogram" && error?.got == "'llh1 1 1 1:0'")
    }

    /// Each value's part is how many of all are not larger: counted by hand.
    @Test func distributionCountsValues() {
        let distribution = histogram([10, 10, 20, 30, 30, 30, 30, 1_000_000]).distribution
        #expect(distribution.map(\.value) == [10, 20, 30, 1_000_000])
        #expect(distribution.map(\.part) == [0.25, 0.375, 0.875, 1])
        #expect(LogLinearHistogram().distribution.isEmpty)
    }

    @Test(arguments: [
        ("a.csv", true), ("a.samples.csv", false), ("a.histograms.csv", false), ("a.env.json", false),
    ])
    func resultFilesAreTold(_ name: String, _ isResult: Bool) {
        #expect(ResultFile.isNamed(name) == isResult)
    }
}
