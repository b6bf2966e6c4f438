import BenchmarkKit
import CollectionLayout
import Foundation
import Testing

@testable import benchmarks

/// The golden frames of other systems, laid out by the executable's code from the files alone.
@Suite struct FramesCommandTests {
    static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Golden/"

    /// All elements of a case, by name, and its size.
    private struct Frames {
        var size: [Double]
        var frames: [String: [Double]] = [:]

        init(_ value: JSONValue) throws {
            let fields = try Fields(value, place: "case")
            size = try fields.numbers("contentSize")
            if fields.has("attributes") {
                for attributes in try fields.array("attributes") {
                    let element = try Fields(attributes, place: "attributes")
                    let name =
                        "\(try element.string("kind")) \(try element.count("section")) \(try element.count("item"))"
                    frames[name] = try element.numbers("frame")
                }
            } else {
                for (index, frame) in try fields.array("frames").enumerated() {
                    let entry = try Fields(.object(["frame": frame]), place: "frames")
                    frames["cell 0 \(index)"] = try entry.numbers("frame")
                }
            }
        }

        /// What differs by more than 1e-9 relative.
        func differences(from other: Frames) -> [String] {
            var result: [String] = []
            if !isClose(size, other.size) { result.append("content size \(size), expected \(other.size)") }
            for name in Set(frames.keys).union(other.frames.keys).sorted() {
                guard let frame = frames[name] else {
                    result.append("\(name) is missing")
                    continue
                }
                guard let expected = other.frames[name] else {
                    result.append("\(name) is not expected")
                    continue
                }
                if !isClose(frame, expected) { result.append("\(name): \(frame), expected \(expected)") }
            }
            return result
        }

        private func isClose(_ a: [Double], _ b: [Double]) -> Bool {
            a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($0), abs($1)) }
        }
    }

    private func cases(_ name: String) throws -> [JSONValue] {
        let path = Self.golden + name + ".json"
        guard case .array(let values) = try JSONText.value(TextFile.read(path), file: path) else { return [] }
        return values
    }

    private func check(_ name: String, _ options: FrameCase.Options) throws {
        let values = try cases(name)
        #expect(!values.isEmpty)
        for (index, value) in values.enumerated() {
            let computed = try FrameCase(value, index: index, file: name, options: options).computed()
            let differences = try Frames(computed).differences(from: Frames(value))
            #expect(differences.isEmpty, "\(name), case \(index): \(differences.prefix(3).joined(separator: "; "))")
        }
    }

    @Test(
        arguments: ["flow-vertical", "flow-horizontal", "grid-vertical", "grid-horizontal"],
        CacheStrategy.all.map(\.id))
    func pluginLayout(_ name: String, _ strategy: String) throws {
        let options = FrameCase.Options(
            fidelity: .faithful, snapping: .none, strategy: try #require(CacheStrategy.named(strategy)))
        try check(name, options)
    }

    @Test(arguments: CacheStrategy.all.map(\.id)) func waterfall(_ strategy: String) throws {
        try check(
            "waterfall", FrameCase.Options(snapping: .none, strategy: try #require(CacheStrategy.named(strategy))))
    }

    @Test func executablePrintsTheSame() throws {
        let path = Self.golden + "flow-horizontal.json"
        let outcome = try Program.run(["frames", path, "--faithful", "--snapping", "none", "--query", "0,0,200,200"])
        #expect(outcome.code == 0, "\(outcome.error)")
        guard case .array(let printed) = try JSONText.value(outcome.output, file: "output") else {
            Issue.record("expected an array")
            return
        }
        for (value, expected) in zip(printed, try cases("flow-horizontal")) {
            #expect(try Frames(value).differences(from: Frames(expected)).isEmpty)
            let fields = try Fields(value, place: "case")
            let near = try Frames(expected).frames.filter { $0.value[0] < 200 && $0.value[1] < 200 }
                .filter { $0.value[0] + $0.value[2] > 0 && $0.value[1] + $0.value[3] > 0 }
            let hits = try fields.array("hits").map { hit in
                let hit = try Fields(hit, place: "hit")
                return "\(try hit.string("kind")) \(try hit.count("section")) \(try hit.count("item"))"
            }
            #expect(Set(hits) == Set(near.keys) && hits.count == near.count)
        }
    }

    @Test(arguments: [
        (
            #"[{"id":"a","bounds":[100,100],"sections":[{"layout":"masonry","count":0}]}]"#,
            "case 'a', section 0: unknown layout 'masonry', expected one of 'flow', 'grid'"
        ),
        (#"[{"id":"spiral-3","bounds":[100,100]}]"#, "case 'spiral-3': unknown layout 'spiral'"),
        ("[{\"id\":\"a\",\n  \"bounds\":[1,,2]}]", ":2:15: got ',', expected a value"),
        (#"[{"id":"a","bounds":[1]}]"#, "'bounds' has 1 entries, expected 2"),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"flow","count":1,"itemSizes":[[1,-2]]}]}]"#,
            "case 'a': section 0, item 0: height is -2.0"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"flow","count":2,"itemSizes":[[1,2]]}]}]"#,
            "'itemSizes' has 1 entries, expected 2"
        ),
        ("[]", "there are no cases"), ("{}", "expected an array of cases"), ("", ":1:1: got the end of the file"),
    ]) func badFileIs1(_ text: String, _ message: String) throws {
        let folder = try Folder()
        let outcome = try Program.run(["frames", try folder.write(text, to: "cases.json")])
        #expect(outcome.code == 1)
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }
}
