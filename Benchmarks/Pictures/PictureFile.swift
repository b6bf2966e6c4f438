import BenchmarkKit
import Foundation

/// Where a picture goes: standard output, an SVG, or a PNG by way of an installed program.
enum PictureFile {
    case output
    case svg(String)
    case png(String, Converter)

    /// - Throws: `UsageError` for another kind of file; `InputError` where nothing that makes a PNG is installed.
    init(_ path: String?) throws {
        guard let path else {
            self = .output
            return
        }
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "svg": self = .svg(path)
        case "png":
            guard let converter = Converter.installed else {
                throw InputError(
                    "a PNG needs one of \(Converter.names); install with: \(Converter.installCommand), "
                        + "or write an .svg")
            }
            self = .png(path, converter)
        default: throw UsageError("option '--path': got '\(path)', expected a file that ends in .svg or .png")
        }
    }

    /// - Throws: `FileError` where the file cannot be written; what a converter throws.
    func write(_ svg: String, _ console: Console) throws {
        switch self {
        case .output: console.print(svg)
        case .svg(let path): try TextFile.write(svg, to: path)
        case .png(let path, let converter): try TextFile.write(converter.png(svg), to: path)
        }
    }
}

/// A program that makes a PNG of an SVG.
struct Converter: Sendable {
    let program: String
    /// What its version names, where other programs are called the same.
    var suite: String?
    /// The arguments, for a picture of two pixels a unit.
    let arguments: @Sendable (_ input: String, _ output: String) -> [String]

    /// In the order of how true their pictures are.
    static let all = [
        Converter(program: "rsvg-convert") { ["--zoom", "2", "--output", $1, $0] },
        Converter(program: "inkscape") { ["--export-dpi=192", "--export-filename=\($1)", $0] },
        Converter(program: "magick") { ["-density", "192", $0, $1] },
        Converter(program: "convert", suite: "ImageMagick") { ["-density", "192", $0, $1] },
    ]

    static var names: String { all.map(\.program).joined(separator: ", ") }
    static let installed = all.first(where: \.isInstalled)
    static var installCommand: String {
        Tool(name: "rsvg-convert", debian: "librsvg2-bin", homebrew: "librsvg").installCommand
    }

    private var isInstalled: Bool {
        guard let path = Tool(name: program).path else { return false }
        guard let suite else { return true }
        guard let version = try? ChildProcess(path, ["-version"]).run() else { return false }
        return version.ending == .exited(0) && version.output.contains(suite)
    }

    /// The picture as a PNG.
    ///
    /// - Throws: `InputError` where the program fails.
    func png(_ svg: String) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let input = folder.appendingPathComponent("picture.svg").path
        let output = folder.appendingPathComponent("picture.png").path
        try TextFile.write(svg, to: input)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try ChildProcess(Tool(name: program).path ?? program, arguments(input, output)).run()
        guard result.ending == .exited(0), let data = FileManager.default.contents(atPath: output),
            data.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else {
            throw InputError("\(program) made no PNG; another converter: \(Self.installCommand), or write an .svg")
        }
        return data
    }
}
