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
