import BenchmarkKit
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

/// What an app does in a second.
struct Usage {
    /// Edits a second, each with the query after it.
    var edits = 1.0
    /// The share of edits that insert or delete an item; the others resize one.
    var insertions = 0.5
    /// Queries a second while the content scrolls: one a frame.
    var frameRate = 60.0
    /// The share of queries that are far from the one before.
    var jumps = 0.1
    /// How often all items are laid out: at the start, after a rotation, with new data.
    var preparesPerHour = 60.0

    /// How often an action is done in a second.
    func rate(_ action: Action) -> Double {
        switch action {
        case .prepare: preparesPerHour / 3600
        case .scroll: frameRate * (1 - jumps)
        case .jump: frameRate * jumps
        case .resize: edits * (1 - insertions)
        case .insert: edits * insertions
        }
    }

    /// The actions that are done at all.
    var actions: [Action] { Action.allCases.filter { rate($0) > 0 } }
}
