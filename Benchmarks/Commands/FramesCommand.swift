import BenchmarkKit
import CollectionLayout

extension Command {
    static let frames = Command(
        "frames", "Lays out the cases of a JSON file and prints them with the computed frames.",
        synopsis: "CASES.json [OPTION…]",
        options: FrameCase.Options.all
    ) { options, console in
        let cases = try FrameCase.read(try file(options, of: "frames"), FrameCase.Options(options))
        console.print(JSONValue.array(try cases.map { try $0.computed() }).text(depth: 1) + "\n")
        return .success
    }

    /// The one file that a command takes.
    static func file(_ options: ParsedOptions, of command: String) throws(UsageError) -> String {
        guard options.positionals.count == 1 else {
            throw UsageError("'\(command)' takes one file, got \(options.positionals.count)")
        }
        return options.positionals[0]
    }
}

extension FrameCase.Options {
    /// What the command line may say of them.
    static let all: [CommandOption] = [
        .flag("faithful", "Keep the defects of the systems that the layouts reproduce."),
        .value("snapping", "grain|none", "Round lengths down to 1/1024 pt (grain, the default) or not."),
        .value("strategy", "ID", "The cache strategy that holds the frames (default: full-array)."),
        .value("query", "X,Y,W,H", "Also show the elements that intersect a rect, in points."),
    ]

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
            parts.allSatisfy({ abs($0!) <= Snapping.largestCoordinate })
        else {
            throw UsageError("got '\(text)', expected x,y,width,height, each at most \(Snapping.largestCoordinate)")
        }
        for (name, length) in [("width", width), ("height", height)] where length < 0 {
            throw UsageError("got '\(text)', whose \(name) is \(length), expected 0 or more")
        }
        return Rect(x: x, y: y, width: width, height: height)
    }
}
