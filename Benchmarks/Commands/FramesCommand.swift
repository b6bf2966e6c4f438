import BenchmarkKit
import CollectionLayout

extension Command {
    static let frames = Command(
        "frames", "Lays out the cases of a JSON file and prints them with the computed frames.",
        synopsis: "CASES.json [OPTION…]",
        options: [
            .flag("faithful", "Keep the defects of the systems that the layouts reproduce."),
            .value("snapping", "grain|none", "Round lengths down to 1/1024 pt (grain, the default) or not."),
            .value("strategy", "ID", "The cache strategy that holds the frames (default: full-array)."),
            .value("query", "X,Y,W,H", "Also print the elements that intersect a rect, in points."),
        ]
    ) { options, console in
        guard options.positionals.count == 1, let path = options.positionals.first else {
            throw UsageError("'frames' takes one file, got \(options.positionals.count)")
        }
        let cases = try FrameCase.Options(options)
        guard case .array(let values) = try JSONText.value(TextFile.read(path), file: path) else {
            throw InputError("\(path): expected an array of cases")
        }
        guard !values.isEmpty else { throw InputError("\(path): there are no cases") }
        let computed = try values.enumerated().map { index, value in
            try FrameCase(value, index: index, file: path, options: cases).computed()
        }
        console.print(JSONValue.array(computed).text(depth: 1) + "\n")
        return .success
    }
}

extension FrameCase.Options {
    init(_ options: ParsedOptions) throws(UsageError) {
        self.init()
        if options.has("faithful") { fidelity = .faithful }
        let names = Snapping.allCases.map(\.rawValue)
        if let name = try options.value(
            "snapping",
            as: { (text) throws(UsageError) in try ArgumentValue.choice(text, of: names, kind: "snapping") })
        {
            snapping = Snapping(rawValue: name) ?? .grain
        }
        if let id = options.value("strategy") {
            guard let named = CacheStrategy.named(id) else {
                throw .unknown("strategy", id, of: CacheStrategy.all.map(\.id))
            }
            strategy = named
        }
        query = try options.value("query", as: Self.rect)
    }

    /// `x,y,width,height`.
    static func rect(_ text: String) throws(UsageError) -> Rect {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2], let height = parts[3],
            parts.allSatisfy({ $0?.isFinite == true }), width >= 0, height >= 0
        else { throw UsageError("got '\(text)', expected x,y,width,height") }
        return Rect(x: x, y: y, width: width, height: height)
    }
}
