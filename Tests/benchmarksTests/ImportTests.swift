import BenchmarkKit
import CollectionLayout
import Foundation
import Testing

@testable import benchmarks

/// Frames and viewports of an app.
@Suite struct ImportTests {
    private static let frames = """
        section,item,kind,x,y,width,height
        0,0,header,0,0,390,44
        0,0,cell,0,44,195,100.5
        0,1,cell,195,44,195,100.5
        7,0,decoration-0,-10,0,500,300

        """

    @Test func framesBecomeAContent() throws {
        let input = try FramesFile.input(text: Self.frames, file: "app.csv", id: "app.csv")
        #expect(input.fixedCount == 4)
        let content = try input.make(4, 1)
        for strategy in CacheStrategy.all {
            var cache = strategy.make()
            try cache.prepare(content)
            #expect(cache.frame(of: ElementID(section: 0, item: 1)) == Rect(x: 0, y: 44, width: 195, height: 100.5))
            #expect(cache.contentSize == Size(width: 490, height: 300))
        }
        #expect(input.describe(ElementID(section: 0, item: 3)) == "decoration-0 [7, 0]")
    }

    @Test(arguments: [
        ("0,0,cell,0,0,wide,1", 2, "width", "'wide'"), ("0,0,cell,nan,0,1,1", 2, "x", "'nan'"),
        ("0,0,cell,0,0,1,-1", 2, "height", "'-1'"), ("0,0,cell,0,1e13,1,1", 2, "y", "'1e13'"),
        ("-1,0,cell,0,0,1,1", 2, "section", "'-1'"), ("0,1.5,cell,0,0,1,1", 2, "item", "'1.5'"),
        ("0,0,cel,0,0,1,1", 2, "kind", "'cel'"), ("0,0,cell,0,0,1", 2, nil, "6 fields"),
        ("", 2, nil, "the file's end"),
    ]) func badRowsNameTheirPlace(_ row: String, _ line: Int, _ column: String?, _ got: String) {
        let text = "section,item,kind,x,y,width,height\n" + row + "\n"
        #expect {
            try FramesFile.input(text: text, file: "app.csv", id: "app.csv")
        } throws: { error in
            guard let error = error as? CSVError else { return false }
            return error.line == line && error.column == column && error.got == got && error.file == "app.csv"
        }
    }

    @Test func anElementIsThereOnce() throws {
        let text = Self.frames + "0,0,cell,0,150,195,100\n"
        let error = #expect(throws: InputError.self) {
            try FramesFile.input(text: text, file: "app.csv", id: "app.csv")
        }
        #expect(
            error.map { "\($0)" } == "app.csv:6: cell [0, 0] is already in line 3" && error?.exitCode == .harnessError)
    }

    @Test func viewportsAreRead() throws {
        let viewports = try ViewportsFile.viewports(text: "x,y,width,height\n0,1.5,390,844\n", file: "scroll.csv")
        #expect(viewports == [Rect(x: 0, y: 1.5, width: 390, height: 844)])
        #expect(throws: CSVError.self) {
            try ViewportsFile.viewports(text: "x,y,width,height\n0,1.5,390\n", file: "scroll.csv")
        }
        #expect(throws: CSVError.self) {
            try ViewportsFile.viewports(text: "x,y,w,h\n0,1.5,390,1\n", file: "scroll.csv")
        }
    }

    @Test func everyStrategyIsMeasuredOnThem() throws {
        let folder = try Folder()
        let frames = try folder.write(Self.frames, to: "app.csv")
        let viewports = try folder.write("x,y,width,height\n0,0,390,844\n0,20,390,844\n", to: "scroll.csv")
        let outcome = try Program.run([
            "--frames", frames, "--viewports", viewports, "--quick", "--budget", "10ms", "--path",
            folder.path + "/run.csv",
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(folder.path + "/run.csv")
        let measured = rows.filter { $0.key.suite == "strategies" }
        #expect(Set(measured.map(\.key.strategy)) == Set(CacheStrategy.all.map(\.id)))
        #expect(Set(rows.map(\.key.dataset)) == ["app.csv"] && Set(rows.map(\.key.n)) == [4])
        let hits = rows.filter { $0.key.metric == "hits" }
        #expect(hits.count == CacheStrategy.all.count)
        #expect(hits.allSatisfy { $0.key.trace == "viewports" && $0.value == 4 && $0.samples == 2 })
    }

    /// Each number may be fine and the frame end too far.
    @Test func framesEndWithinTheCoordinates() throws {
        for (frame, column) in [("8e12,0,1,1", "width"), ("0,8e12,1,1", "height")] {
            let text = "section,item,kind,x,y,width,height\n0,0,cell,0,0,1,1\n0,1,cell,\(frame)\n"
            let folder = try Folder()
            let path = try folder.write(text, to: "app.csv")
            let outcome = try Program.run(["run", "--frames", path, "--quick"])
            #expect(outcome.code == 1 && outcome.lastLine.hasSuffix(" exit=1"), "\(outcome)")
            #expect(outcome.error.contains("app.csv:3: column '\(column)': got '1', expected one that ends at"))
        }
    }

    @Test func badFileIs1() throws {
        let folder = try Folder()
        let frames = try folder.write("section,item,kind,x,y,width,height\n0,0,cell,0,0,wide,1\n", to: "app.csv")
        let outcome = try Program.run(["--frames", frames, "--quick"])
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("app.csv:2: column 'width': got 'wide', expected a number"))
    }
}
