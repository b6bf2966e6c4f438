import BenchmarkKit
import CollectionLayout
import Foundation
import Testing

@testable import benchmarks

@Suite struct RenderCommandTests {
    private static let gallery = ReleaseBuild.packagePath + "/docs/gallery/cases.json"

    /// Each scene of the cases beside its panel, both with elements by their names.
    private func check(
        _ path: String, _ options: FrameCase.Options,
        _ body: (_ scene: CaseLayout.Scene, _ item: FrameCase, _ panel: Drawing.Panel) throws -> Void
    ) throws {
        let cases = try FrameCase.read(path, options)
        let drawing = try Drawing(Picture(cases).svg)
        var panels = drawing.panels[...]
        for item in cases {
            let layout = try item.layOut()
            for scene in layout.scrolled.isEmpty ? [layout.still] : layout.scrolled {
                let panel = panels.popFirst()
                try body(scene, item, try #require(panel))
            }
        }
        #expect(panels.isEmpty)
    }

    private func name(_ id: ElementID) -> String { "\(id.kind) \(id.section)/\(id.item)" }

    /// The viewport, whose place in the content is known, gives scale and offset; both axes have one scale.
    @Test(arguments: ["effects-vertical", "effects-horizontal", "mosaic-vertical", "calendar", "gallery"])
    func everyElementStandsWhereItsFrameIs(_ file: String) throws {
        let path = file == "gallery" ? Self.gallery : FramesCommandTests.golden + file + ".json"
        try check(path, FrameCase.Options(fidelity: .faithful)) { scene, item, panel in
            #expect(panel.title == item.name)
            #expect(panel.elements.count == scene.attributes.count)
            let viewport = try #require(panel.shapes("viewport").first?.rect)
            let scale = viewport.width / item.bounds.width
            #expect(abs(viewport.height - item.bounds.height * scale) <= 0.02)
            let left = viewport.x - scene.offset.x * scale
            let top = viewport.y - scene.offset.y * scale
            let shapes = Dictionary(uniqueKeysWithValues: panel.elements.map { ($0.element, $0) })
            for attributes in scene.attributes {
                let shape = try #require(shapes[name(attributes.id)])
                let frame = attributes.frame
                // The scale is known to a hundredth in the breadth of the viewport.
                let reach = [frame.maxX, frame.maxY, scene.offset.x, scene.offset.y].reduce(0) { $0 + abs($1) }
                let slack = 0.02 + 0.02 * reach / item.bounds.width
                #expect(abs(shape.rect.x - (left + frame.x * scale)) <= slack)
                #expect(abs(shape.rect.y - (top + frame.y * scale)) <= slack)
                #expect(abs(shape.rect.width - frame.width * scale) <= slack)
                #expect(abs(shape.rect.height - frame.height * scale) <= slack)
                #expect(abs(shape.number("opacity") - attributes.alpha) <= 0.0051)
                #expect(shape.classes == [Shape(attributes.id.kind).rawValue])
            }
        }
    }

    @Test(arguments: [Rect(x: 60, y: 150, width: 120, height: 160), Rect(x: 0, y: 0, width: 0, height: 0)])
    func hitsAreWhatMeetsTheQuery(_ query: Rect) throws {
        var marked = 0
        try check(Self.gallery, FrameCase.Options(query: query)) { scene, _, panel in
            let expected = scene.attributes.filter { attributes in
                let frame = attributes.frame
                return frame.x < query.x + query.width && query.x < frame.x + frame.width
                    && frame.y < query.y + query.height && query.y < frame.y + frame.height
            }
            #expect(Set(panel.shapes("hit").map(\.element)) == Set(expected.map { name($0.id) }))
            #expect(panel.shapes("query").count == 1)
            marked += expected.count
        }
        #expect((marked > 0) == (query.width > 0))
    }

    /// Later elements cover earlier ones: what sticks is drawn last, what lies behind first.
    @Test func elementsAreStackedByDepth() throws {
        try check(Self.gallery, FrameCase.Options()) { scene, _, panel in
            let depths = Dictionary(uniqueKeysWithValues: scene.attributes.map { (name($0.id), $0.zIndex) })
            let drawn = panel.elements.compactMap { depths[$0.element] }
            #expect(drawn == drawn.sorted())
        }
    }

    private func picture(_ text: String) throws -> Drawing {
        let folder = try Folder()
        return try Drawing(
            Picture(try FrameCase.read(try folder.write(text, to: "cases.json"), FrameCase.Options())).svg)
    }

    @Test func textIsEscaped() throws {
        let drawing = try picture(
            #"[{"id":"<a> & \"b\" 'c' \u0001]]>","bounds":[400,100],"sections":[]}]"#)
        #expect(drawing.panels.map(\.title) == [#"<a> & "b" 'c'  ]]>"#])
    }

    @Test func numbersStandWhereTheyFit() throws {
        let drawing = try picture(
            #"[{"id":"a","bounds":[100,100],"sections":[{"layout":"list","lengths":[40,1,40]}]}]"#)
        #expect(drawing.texts.contains("0") && drawing.texts.contains("2") && !drawing.texts.contains("1"))
    }

    @Test func tiltedCellsAreTilted() throws {
        let drawing = try picture(
            #"""
            [{"id":"a","bounds":[100,100],"effects":[{"contentOffset":[0,0]}],
              "sections":[{"layout":"list","effects":["tilt"],"lengths":[40,40,40]}]}]
            """#)
        #expect(Set(drawing.panels[0].elements.map(\.name)) == ["polygon"])
    }

    @Test func panelsStayInThePicture() throws {
        for file in ["mosaic-horizontal", "mosaic-vertical", "circle"] {
            let drawing = try Drawing(
                Picture(try FrameCase.read(FramesCommandTests.golden + file + ".json", FrameCase.Options())).svg)
            let shapes = drawing.panels.flatMap(\.shapes).map(\.rect)
            #expect(shapes.allSatisfy { $0.maxX <= drawing.size.width && $0.maxY <= drawing.size.height })
        }
    }

    @Test func committedGalleryIsWhatTheProgramDraws() throws {
        let drawn = try Picture(try FrameCase.read(Self.gallery, FrameCase.Options())).svg
        let committed = try TextFile.read(ReleaseBuild.packagePath + "/docs/gallery/layouts.svg")
        #expect(drawn == committed, "the gallery is stale; the README says how to make it")
        let readme = try TextFile.read(ReleaseBuild.packagePath + "/README.md")
        #expect(readme.contains("(docs/gallery/layouts.svg)"))
        let command = "swift run benchmarks render docs/gallery/cases.json --path docs/gallery/layouts.svg\n"
        #expect(readme.contains(command))
    }

    /// Items of a free form stand where they are told to: there is nothing to show.
    @Test func galleryShowsEveryLayoutWithKeysOfItsOwn() throws {
        let cases = try FrameCase.read(Self.gallery, FrameCase.Options())
        let shown = Set(cases.flatMap(\.content.layouts).map { type(of: $0).id })
        #expect(shown.union([FreeFormLayout.id]) == Set(SectionKind.described.map(\.name)))
        #expect(cases.contains { !$0.effects.isEmpty && $0.offsets.contains { $0 != .zero } })
    }

    // MARK: The command

    @Test func writesFilesAndStandardOutput() throws {
        let folder = try Folder()
        let printed = try Program.run(["render", Self.gallery])
        #expect(printed.code == 0 && printed.output.hasPrefix("<svg "))
        let written = try Program.run(["render", Self.gallery, "--path", folder.path + "/new/out.svg"])
        #expect(written.code == 0 && written.output.isEmpty)
        #expect(try TextFile.read(folder.path + "/new/out.svg") == printed.output)
    }

    /// A folder with a program of that name and nothing else: what is installed for good is not found.
    private func converter(
        _ script: String, named name: String = "rsvg-convert", in folder: Folder
    ) throws -> [String: String] {
        let path = try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return ["PATH": folder.path + "/bin"]
    }

    @Test func makesPNGByAConverter() throws {
        let folder = try Folder()
        let path = folder.path + "/out.png"
        // --zoom 2 --output FILE INPUT
        let copies = try converter(#"{ printf '\211PNG'; /bin/cat "$5"; } > "$4""#, in: folder)
        #expect(try Program.run(["render", Self.gallery, "--path", path], environment: copies).code == 0)
        let data = try #require(FileManager.default.contents(atPath: path))
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]) && String(decoding: data, as: UTF8.self).contains("<svg "))
        for script in ["exit 1", ": > \"$4\""] {
            let fails = try Program.run(
                ["render", Self.gallery, "--path", path], environment: try converter(script, in: folder))
            #expect(fails.code == 1 && fails.error.contains("rsvg-convert made no PNG"))
        }
    }

    @Test func asksAProgramOfACommonNameWhatItIs() throws {
        let folder = try Folder()
        let path = folder.path + "/out.png"
        func render(_ script: String) throws -> Program.Outcome {
            try Program.run(
                ["render", Self.gallery, "--path", path],
                environment: try converter(script, named: "convert", in: folder))
        }
        // -version, or -density 192 INPUT FILE
        let known = try render(
            #"[ "$1" = -version ] && { echo "Version: ImageMagick 6.9"; exit; }; printf '\211PNG' > "$4""#)
        #expect(known.code == 0 && FileManager.default.contents(atPath: path) != nil)
        for script in ["echo another convert", "echo no ImageMagick here; exit 1"] {
            let outcome = try render(script)
            #expect(outcome.code == 1 && outcome.error.contains(Converter.installCommand))
        }
    }

    @Test func saysWhatToInstall() throws {
        let folder = try Folder()
        let none = ["PATH": folder.path]
        let outcome = try Program.run(["render", Self.gallery, "--path", "out.png"], environment: none)
        #expect(outcome.code == 1 && outcome.error.contains(Converter.installCommand))
        let doctor = try Program.run(["doctor"], environment: none)
        #expect(doctor.code == 0 && doctor.output.contains("optional: ") && doctor.output.contains("librsvg"))
    }

    @Test(arguments: [
        (["render"], 64, "'render' takes one file, got 0"),
        (["render", "CASES", "--path", "out.pdf"], 64, "got 'out.pdf', expected a file that ends in .svg or .png"),
        (["render", "CASES", "--path", "/dev/null/out.svg"], 6, "cannot write /dev/null/out.svg"),
        (["render", "nowhere.json"], 1, "cannot read nowhere.json: no such file"),
        (["render", "CASES", "--query", "1,2,3"], 64, "got '1,2,3', expected x,y,width,height"),
        (["render", "MANY"], 1, "case 'circle': the picture gets 1000000 elements, expected at most 20000"),
    ])
    func badArguments(_ arguments: [String], _ code: Int32, _ message: String) throws {
        let folder = try Folder()
        let many = try folder.write(#"[{"id":"circle","bounds":[9,9],"count":1000000}]"#, to: "many.json")
        let outcome = try Program.run(arguments.map { $0 == "CASES" ? Self.gallery : $0 == "MANY" ? many : $0 })
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }
}
