import BenchmarkKit
import CollectionLayout

extension Command {
    static let render = Command(
        "render", "Draws the cases of a JSON file: all elements, the viewport, and what a query finds.",
        synopsis: "CASES.json [OPTION…]",
        options: FrameCase.Options.all + [
            .value(
                "path", "FILE",
                "Write an .svg, or a .png by way of an installed converter (default: SVG on standard output).")
        ]
    ) { options, console in
        let path = try file(options, of: "render")
        let target = try PictureFile(options.value("path"))
        try target.write(Picture(try FrameCase.read(path, FrameCase.Options(options))).svg, console)
        return .success
    }
}
