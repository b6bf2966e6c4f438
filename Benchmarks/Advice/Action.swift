import Workloads

/// What an app has a cache do, and where results tell how long it takes.
enum Action: String, CaseIterable {
    case prepare, scroll, jump, resize, insert

    /// The phase in results.
    var phase: String {
        switch self {
        case .prepare: "prepare"
        case .scroll, .jump: "query"
        case .resize, .insert: "update"
        }
    }

    /// The traces in results, the one to be preferred first; a recorded scroll stands for both kinds of queries.
    var traces: [String] {
        switch self {
        case .prepare: [""]
        case .scroll: ["fling", "drag", ViewportsFile.traceID]
        case .jump: ["jump", "scrubber", ViewportsFile.traceID]
        case .resize: [Edit.resize.id]
        case .insert: [Edit.insert.id]
        }
    }

    /// What it is called in sentences: `insertions and deletions`.
    var title: String {
        switch self {
        case .prepare: "laying out all items"
        case .scroll: "queries while scrolling"
        case .jump: "queries after jumps"
        case .resize: "resizes"
        case .insert: "insertions and deletions"
        }
    }

    /// The heading of its column.
    var heading: String { self == .insert ? Edit.insert.title : rawValue }
}
