import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

@Suite struct ReportPageTests {
    /// One of everything.
    static var all: ReportFiles {
        ReportFiles(
            [
                MadeUp.file("a.csv", MadeUp.swept + MadeUp.latencies + MadeUp.memory),
                MadeUp.file("b.csv", MadeUp.ratios),
            ])
    }

    static func read(_ files: ReportFiles) throws -> PageReader { try PageReader(ReportPage(files).html) }

    @Test func needsNothingElse() throws {
        let page = try Self.read(Self.all)
        #expect(page.references.allSatisfy { $0.hasPrefix("#") || $0 == "data:," })
        #expect(page.elements.isDisjoint(with: ["script", "img", "iframe", "object", "embed", "use"]))
        #expect(!ReportPage(Self.all).html.contains("@import") && !ReportPage(Self.all).html.contains("url("))
    }

    @Test func everySectionHasItsCharts() throws {
        #expect(
            Set(try Self.read(Self.all).figures) == [
                "scaling-chat-prepare", "scaling-chat-query-fling", "latency-chat-1000-fling", "memory-chat",
                "ratios-chat-1000",
            ])
    }

    /// Names may differ only in what no file name of a chart has.
    @Test func everyChartHasAnIDOfItsOwn() throws {
        let files = ["p q.csv", "p-q.csv", "P-Q.csv"].map { name in
            MadeUp.swept.map { row in
                var row = row
                row.key.dataset = name
                return row
            }
        }
        let ids = ReportPage(ReportFiles([MadeUp.file("a.csv", files.flatMap(\.self))])).charts.map(\.id)
        #expect(ids.count == 6 && Set(ids).count == 6, "\(ids)")
        #expect(ids.first == "scaling-p-q.csv-prepare")
    }

    @Test func chartsAreWholePictures() throws {
        let page = ReportPage(Self.all)
        #expect(page.charts.count == 5)
        for chart in page.charts {
            let svg = chart.alone(styles: page.source.strategies.count)
            let reader = try PageReader(svg)
            #expect(!reader.dots.isEmpty && svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        }
    }

    /// Hundreds of charts would bury what comes after them.
    @Test func ofManyChartsOneDatasetIsOpen() throws {
        let rows = ["chat", "table", "calendar"].flatMap { dataset in
            [1000, 2000].flatMap { MadeUp.time("full-array", "prepare", Double($0), dataset: dataset, n: $0) }
        }
        let html = ReportPage(ReportFiles([MadeUp.file("a.csv", rows)])).html
        #expect(html.ranges(of: "<details class=\"group\"").count == 3)
        #expect(html.ranges(of: "<details class=\"group\" open=\"open\"><summary><h3>chat</h3> 1 chart<").count == 1)
        #expect(html.ranges(of: "open=\"open\"><summary><h3>").count == 1)
    }

    /// What WCAG 2 asks of text: (L1 + 0.05) / (L2 + 0.05), by the relative luminances of sRGB.
    @Test(arguments: [false, true]) func namesCanBeRead(isDark: Bool) {
        func luminance(_ colour: String) -> Double {
            let value = Int(colour.dropFirst(), radix: 16)!
            let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
                let part = Double(part) / 255
                return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let paper = luminance(ChartStyle.paper(isDark: isDark))
        for colour in isDark ? SeriesStyle.dark : SeriesStyle.light {
            let ink = luminance(colour)
            #expect((max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 4.5, "\(colour)")
        }
    }

    /// 1000, 10,000 and 100,000 items in n ns: one decade each, and so the same step on both axes; 5,000 ns are flat.
    @Test func markersStandWhereTheNumbersSay() throws {
        let dots = try Self.read(Self.all).dots.filter { $0.figure == "scaling-chat-prepare" }
        try #require(dots.count == 6)
        let (rising, flat) = (dots[..<3].map { $0 }, dots[3...].map { $0 })
        #expect(rising.map(\.tip)[1] == "full-array, n = 10,000: 10.0 µs (9.80 µs … 10.2 µs)")
        #expect(abs((rising[1].x - rising[0].x) - (rising[2].x - rising[1].x)) < 0.03)
        #expect(abs((rising[1].y - rising[0].y) - (rising[2].y - rising[1].y)) < 0.03)
        #expect(rising[2].y < rising[1].y)
        #expect(Set(flat.map(\.y)).count == 1)
        // 5,000 lies log10(5) of a decade above 1,000.
        let decade = rising[0].y - rising[1].y
        #expect(abs((rising[0].y - flat[0].y) / decade - 0.69897) < 0.001)
    }

    @Test func frameTimesAreMarked() throws {
        let text = try #require(try Self.read(Self.all).texts["latency"])
        #expect(text.contains("8.33 ms") && text.contains("16.67 ms"))
        #expect(text.contains("packed-rtree: 99 % take 900 ns at most"))
        #expect(text.contains("packed-rtree: the slowest takes 20.0 ms"))
    }

    /// Memory of the whole process is divided by the number of items; what was allocated in all is no memory.
    @Test func memoryIsPerItem() throws {
        let page = try Self.read(Self.all)
        let tips = page.dots.filter { $0.figure == "memory-chat" }.map(\.tip)
        #expect(tips.contains("packed-rtree, peak-resident: 123.5 B an item"))
        #expect(tips.contains("full-array, bytes-per-item: 40.5 B an item"))
        #expect(!page.numbers.contains { $0.value == "999999" })
    }

    @Test func comparisonsSayWhatTheirIntervalsSay() throws {
        let environment = try JSONDecoder().decode(
            Environment.self,
            from: Data(
                #"""
                {"machine":"m","cpuModel":"p","cores":2,"memoryBytes":1,"kernel":"k","os":"o","architecture":"a",
                 "toolchain":"6","allocator":"system","configuration":"release","commit":"c1","isDirty":false,
                 "arguments":["compare","full-array","packed-rtree"],"seed":1,"time":"2026-01-01T00:00:01Z"}
                """#.utf8))
        let page = try Self.read(ReportFiles([MadeUp.file("b.csv", MadeUp.ratios, environment: environment)]))
        let text = try #require(page.texts["ratios"])
        #expect(text.contains("Time over that of full-array"))
        for (name, sign, says) in [
            ("fling", "0.800 ▼", "faster"), ("jump", "1.300 ▲", "slower"), ("drag", "1.010 =", "holds × 1"),
        ] {
            #expect(text.contains(sign))
            #expect(page.dots.contains { $0.tip.hasPrefix("packed-rtree, \(name): ") && $0.tip.hasSuffix(says) })
        }
        #expect(page.dots.contains { $0.tip == "full-array against itself: × 1.001" })
    }

    /// A time that a comparison took is of other rounds than those of a run.
    @Test func comparisonsAreNoTimes() throws {
        #expect(!(try Self.read(Self.all).numbers.contains { $0.value == "77777" }))
        #expect(
            try #require(try Self.read(ReportFiles([MadeUp.file("b.csv", MadeUp.ratios)])).texts["glance"])
                .contains("no times"))
    }

    @Test func namesAreEscaped() throws {
        let name = #"<peer> & "friends" ]]>"#
        let rows = [1000, 2000].flatMap { MadeUp.time(name, "prepare", Double($0), dataset: name, n: $0) }
        let page = try Self.read(ReportFiles([MadeUp.file("a.csv", rows)]))
        #expect(try #require(page.texts["scaling"]).contains(name))
        #expect(page.dots.contains { $0.tip.hasPrefix(name) })
    }

    @Test func manyStrategiesLookDifferent() {
        let rules = SeriesStyle.css(count: 72, isDark: false).split(separator: "\n")
        let looks = rules.enumerated().map { index, rule in
            rule.replacing(/s\d+/, with: "s") + SeriesStyle(index: index).marker
        }
        #expect(Set(looks).count == 72)
        // Without colour, too: dashes and markers alone tell the first 24.
        let grey = looks[..<24].map { $0.replacing(/#[0-9a-f]{6}/, with: "") }
        #expect(Set(grey).count == 24)
    }

    // MARK: What is missing

    @Test(arguments: [
        ("crossovers", "benchmarks scaling"), ("scaling", "benchmarks scaling"),
        ("latency", "benchmarks run --samples"),
        ("memory", "--metric bytes-per-item"), ("ratios", "benchmarks compare"), ("history", "benchmarks report"),
    ])
    func sectionsSayWhatIsMissing(_ section: String, _ command: String) throws {
        let page = try Self.read(ReportFiles([MadeUp.file("a.csv", MadeUp.time("full-array", "prepare", 5))]))
        #expect(page.figures.isEmpty)
        #expect(
            try #require(page.texts[section]).contains("swift run \(command)") || page.texts[section]!.contains(command)
        )
        #expect(!(try #require(page.texts["glance"]).contains("no times")))
    }

    @Test func unavailableValuesAreNoNumbers() throws {
        let rows =
            MadeUp.time("full-array", "prepare", 5)
            + [
                MadeUp.row("full-array", "query", .latency, "p99", nil),
                MadeUp.row("full-array", "prepare", .peakResident, "max", nil),
                MadeUp.row("packed-rtree", "prepare", .wallTime, "median", 0),
            ]
        let page = try Self.read(ReportFiles([MadeUp.file("a.csv", rows)]))
        #expect(page.figures.isEmpty)
        #expect(try #require(page.texts["memory"]).contains("have no memory"))
    }
}
