import BenchmarkKit
import CollectionLayout
import Foundation
import LayoutTestSupport
import Testing

@testable import benchmarks

/// The golden frames of other systems, laid out by the executable's code from the files alone.
@Suite struct FramesCommandTests {
    /// The tests of the engine have the files too; here they are read as a user's.
    static let golden = ReleaseBuild.packagePath + "/Tests/CollectionLayoutTests/Golden/"

    private static let plugin = ["flow", "grid", "staggered", "mosaic", "mixed", "effects"]
        .flatMap { ["\($0)-vertical", "\($0)-horizontal"] }
    private static let tutorials = ["waterfall", "pinterest", "circle", "calendar"]

    static func cases(_ name: String) throws -> [JSONValue] {
        let path = golden + name + ".json"
        guard case .array(let values) = try JSONText.value(TextFile.read(path), file: path) else { return [] }
        return values
    }

    /// Where a computed value is not the recorded one, to 1e-9 relative. What the record does not have is not looked at.
    static func differences(_ computed: JSONValue?, _ recorded: JSONValue, at place: String) -> [String] {
        switch (computed, recorded) {
        case (.number(let a), .number(let b)) where abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)): []
        case (.array(let a), .array(let b)) where a.count == b.count:
            zip(sorted(a), sorted(b)).enumerated().flatMap { differences($1.0, $1.1, at: "\(place)[\($0)]") }
        case (.object(let a), .object(let b)):
            b.sorted { $0.key < $1.key }.flatMap { differences(a[$0.key], $0.value, at: "\(place).\($0.key)") }
        default:
            computed == recorded
                ? [] : ["\(place): got \(computed?.text() ?? "nothing"), expected \(recorded.text())"]
        }
    }

    /// Elements by their names: the order of a file's attributes means nothing.
    private static func sorted(_ values: [JSONValue]) -> [JSONValue] {
        let names = values.compactMap { try? name(Fields($0, place: "element")) }
        return names.count < values.count ? values : zip(names, values).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// A case without what is to be computed, so that nothing recorded can pass for it.
    static func bare(_ value: JSONValue) -> JSONValue {
        guard case .object(var members) = value else { return value }
        for name in ["attributes", "frames", "contentSize", "header", "dayHeaders", "hourHeaders", "headerZIndex"] {
            members[name] = nil
        }
        for (list, kept) in [("effects", "contentOffset"), ("queries", "rect")] {
            guard case .array(let entries) = members[list] else { continue }
            members[list] = .array(
                entries.map { entry in
                    guard case .object(let members) = entry else { return entry }
                    return .object(members.filter { $0.key == kept })
                })
        }
        return .object(members)
    }

    @Test func noGoldenFileIsLeftOut() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.golden).filter { $0.hasSuffix(".json") }
        #expect(Set(files) == Set((Self.plugin + Self.tutorials).map { $0 + ".json" }))
    }

    @Test(arguments: plugin + tutorials) func everyCaseOfEveryFile(_ name: String) throws {
        let isPlugin = Self.plugin.contains(name)
        let values = try Self.cases(name)
        #expect(values.count == (isPlugin ? 12 : 10))
        for strategy in CacheStrategy.all {
            // Recorded by PluginLayout itself with its defects, or by the formulas of the tutorials without theirs.
            let options = FrameCase.Options(
                fidelity: isPlugin ? .faithful : .corrected, snapping: .none, strategy: strategy)
            for (index, value) in values.enumerated() {
                let computed = try FrameCase(Self.bare(value), index: index, file: name, options: options).computed()
                let differences = Self.differences(computed, value, at: "\(strategy.id), \(name)[\(index)]")
                #expect(differences.prefix(3) == [])
            }
        }
    }

    /// All of a long case is laid out by strategies that put it off.
    @Test func longCasesAreLaidOutToTheirEnd() throws {
        let text = """
            {"bounds":[320,480],"sections":[{"layout":"list","lengths":\([Double](repeating: 44, count: 3000))}],
             "queries":[{"rect":[0,120000,320,30]}]}
            """
        let value = try JSONText.value(text, file: "test")
        let computed = try CacheStrategy.all.map { strategy in
            try FrameCase(value, index: 0, file: "test", options: FrameCase.Options(strategy: strategy)).computed()
        }
        #expect(computed.allSatisfy { $0 == computed[0] })
        let size = try Fields(computed[0], place: "case").size("contentSize")
        #expect(size == Size(width: 320, height: 132_000))
    }

    @Test func everyLayoutCanBeNamed() {
        #expect(Set(SectionKind.all.map(\.name)) == Set(NamedLayout.all.map(\.id)))
        #expect(Set(SectionKind.all.map(\.name)).count == SectionKind.all.count)
    }

    /// What a case says of a layout without keys of its own is what the engine is told.
    @Test(arguments: NamedLayout.all) func layoutsAreNamedByThemselves(_ layout: NamedLayout) throws {
        let values = [layout.sample(1 << 20), layout.sample(.max / 3), layout.sample(0)]
        var expected = try Content(bounds: Size(width: 300, height: 200))
        let index = try expected.addLayout(layout.make())
        let items: String
        if values[0].isEmpty {
            try expected.appendUniformSection(layout: index, count: 3, value: [])
            items = #""count":3"#
        } else {
            try expected.appendSection(layout: index, values: values.flatMap { $0 })
            items = #""values":\#(values)"#
        }
        func read(_ text: String) throws -> Content {
            var content = try Content(bounds: Size(width: 300, height: 200))
            let section = try Fields(JSONText.value(text, file: "test"), place: "section")
            try SectionKind(layout).append(section, to: &content)
            try section.checkNames()
            return content
        }
        let content = try read("{\(items)}")
        #expect(content.itemCount == 3 && fingerprint(of: content) == fingerprint(of: expected))
        #expect(content.layouts.map { type(of: $0).id } == [layout.id])
        guard values[0].count > 0 else { return }
        let error = #expect(throws: InputError.self) { try read(#"{"values":[[1,1,1,1,1]]}"#) }
        #expect(error.map { "\($0)" }?.contains("section, 'values' entry 0: expected [value 0") == true)
    }

    @Test func documentedCasesAreTrue() throws {
        let text = try TextFile.read(ReleaseBuild.packagePath + "/docs/cases.md")
        let example = try #require(text.firstMatch(of: /```json\n([^`]*)```/)?.1)
        let folder = try Folder()
        let cases = try FrameCase.read(try folder.write(String(example), to: "cases.json"), FrameCase.Options())
        #expect(try cases.map { try $0.layOut().scrolled.count } == [1])
        let names = SectionKind.described.map(\.name) + EffectKind.all.map(\.name)
        for name in names + PinPolicyName.allCases.map(\.rawValue) {
            #expect(text.contains("`\(name)`"))
        }
    }

    /// A section of 200 pt, scrolled nearly past its end and nearly before its beginning: there the policies differ.
    @Test(arguments: [("items", 175.0, 10.0), ("content", 175, 15), ("nextSection", 183, 2), ("none", 0, 190)])
    func pinPolicies(_ policy: String, _ header: Double, _ footer: Double) throws {
        let text = """
            [{"bounds":[100,130],"effects":[{"contentOffset":[0,180]},{"contentOffset":[0,-115]}],"sections":[
              {"layout":"list","pinHeaders":true,"pinFooters":true,"pinPolicy":"\(policy)","pinOffset":3,
               "headerHeight":10,"footerSize":[100,10],"insets":[5,0,5,0],"lengths":[40,40,90]}]}]
            """
        let folder = try Folder()
        let path = try folder.write(text, to: "cases.json")
        let computed = try #require(try FrameCase.read(path, FrameCase.Options()).first).computed()
        let scenes = try Fields(computed, place: "case").objects("effects").map { try $0.objects("attributes") }
        func y(_ kind: String, _ scene: Int) throws -> Double? {
            try scenes[scene].first { try $0.string("kind") == kind }?.rect("frame").y
        }
        #expect(try y("header", 0) == header)
        #expect(try y("footer", 1) == footer)
    }

    @Test func aDifferenceIsFound() throws {
        let value = try #require(try Self.cases("effects-vertical").first)
        let wrong = try JSONText.value(value.text().replacing("\"zIndex\":0", with: "\"zIndex\":1"), file: "test")
        #expect(!Self.differences(wrong, value, at: "case").isEmpty)
        #expect(!Self.differences(Self.bare(value), value, at: "case").isEmpty)
    }

    @Test func executablePrintsTheSame() throws {
        let path = Self.golden + "flow-horizontal.json"
        let outcome = try Program.run(["frames", path, "--faithful", "--snapping", "none", "--query", "0,0,200,200"])
        #expect(outcome.code == 0, "\(outcome.error)")
        guard case .array(let printed) = try JSONText.value(outcome.output, file: "output") else {
            Issue.record("expected an array")
            return
        }
        let cases = try Self.cases("flow-horizontal")
        try #require(printed.count == cases.count && cases.count > 0)
        for (value, expected) in zip(printed, cases) {
            #expect(Self.differences(value, expected, at: "case").isEmpty)
            let elements = try Fields(expected, place: "case").objects("attributes")
            let query = Rect(x: 0, y: 0, width: 200, height: 200)
            let near = try elements.filter { try $0.rect("frame").intersects(query) }
            let hits = try Fields(value, place: "case").objects("hits")
            #expect(Set(try hits.map(Self.name)) == Set(try near.map(Self.name)) && hits.count == near.count)
        }
    }

    @Test(arguments: [
        ("1,2,-3,4", "whose width is -3.0, expected 0 or more"), ("1,2,3,-4", "whose height is -4.0"),
        ("1,2,3", "expected x,y,width,height, each at most 8000000000000.0"),
        ("1,2,3,1e13", "expected x,y,width,height, each at most"),
    ]) func aBadQueryIsNamed(_ query: String, _ message: String) throws {
        let outcome = try Program.run(["frames", Self.golden + "flow-horizontal.json", "--query", query])
        #expect(
            outcome.code == 64 && outcome.error.contains("option '--query': got '\(query)', \(message)"),
            "\(outcome.error)")
    }

    /// Comments, and what `frames` itself prints.
    @Test func otherKeysOfACaseStay() throws {
        let folder = try Folder()
        let text = #"[{"layout":"list","bounds":[320,480],"lengths":[44,44],"comment":"two rows","source":"by hand"}]"#
        let first = try Program.run(["frames", try folder.write(text, to: "cases.json"), "--query", "0,0,9,9"])
        #expect(first.code == 0 && first.output.contains(#""comment":"two rows""#), "\(first.output)\(first.error)")
        let again = try Program.run(["frames", try folder.write(first.output, to: "again.json"), "--query", "0,0,9,9"])
        #expect(again.code == 0 && again.output == first.output, "\(again.error)")
    }

    private static func name(_ element: Fields) throws -> String {
        "\(try element.string("kind")) \(try element.count("section")) \(try element.count("item"))"
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
            #"[{"id":"circle-1","bounds":[9,9],"count":1e9}]"#,
            "case 'circle-1': 'count' is 1000000000.0, expected a whole number from 0 to 1000000"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"flow","count":1,"itemSizes":[[1,-2]]}]}]"#,
            "case 'a': section 0, item 0: height is -2.0"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"flow","count":2,"itemSizes":[[1,2]]}]}]"#,
            "'itemSizes' has 1 entries, expected 2"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"mosaic","lineCount":0,"aspectRatios":[],"canBeBig":[]}]}]"#,
            "case 'a', section 0: lane count is 0.0, expected 1 to 1024"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"list","lengths":[1],"lineSpaceing":2}]}]"#,
            "case 'a', section 0: unknown key 'lineSpaceing', expected one of 'alignment', 'background'"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"list","lengths":[1],"effects":["fade","wobble"]}]}]"#,
            "case 'a', section 0, 'effects' entry 1: unknown effect 'wobble', expected one of 'elastic', 'fade', 'tilt'"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"list","lengths":[1],"effects":[{"name":"fade","spam":2}]}]}]"#,
            "case 'a', section 0, 'effects' entry 0: unknown key 'spam', expected one of 'name', 'span'"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"list","lengths":[1],"pinPolicy":"glue"}]}]"#,
            "case 'a', section 0: 'pinPolicy' is 'glue', expected one of 'items', 'content', 'nextSection', 'none'"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[],"effects":[{"offset":[0,1]}]}]"#,
            "case 'a', 'effects' entry 0: 'contentOffset' is not there, expected an array"
        ),
        (
            #"[{"id":"circle","bounds":[9,9],"count":2,"pinHeaders":true}]"#,
            "case 'circle': 'pinHeaders' is for cases with 'sections'"
        ),
        (
            #"[{"id":"circle","bounds":[9,9],"count":2,"itemSize":-1}]"#, "case 'circle': item side is -1.0"
        ),
        (
            #"[{"layout":"list","bounds":[320,480],"lengths":[44,44],"lineSpaceing":10}]"#,
            "case 0: unknown key 'lineSpaceing'; did you mean 'lineSpacing'?"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"contentInsets":[1,0,0,0],"sections":[]}]"#,
            "case 'a': unknown key 'contentInsets'; did you mean 'contentInset'?"
        ),
        (
            #"[{"id":"a","bounds":[9,9],"sections":[{"layout":"list","lengths":[1],"effects":[{"name":"fade","span":1e300}]}]}]"#,
            "'span' is 1e+300, expected a length above 0 and up to 8000000000000.0"
        ),
        ("[]", "there are no cases"), ("{}", "got an object, expected an array of cases"),
        ("", ":1:1: got the end of the file"),
    ]) func badFileIs1(_ text: String, _ message: String) throws {
        let folder = try Folder()
        let outcome = try Program.run(["frames", try folder.write(text, to: "cases.json")])
        #expect(outcome.code == 1)
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }
}
