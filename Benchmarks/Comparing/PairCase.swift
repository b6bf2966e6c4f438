import CollectionLayout

/// A case on which strategies are compared: prepare, the first query, the queries of a scroll, or an edit.
struct PairCase {
    enum Kind {
        case prepare
        case firstQuery
        case query(Plan.Query)
        case update(Plan.Update)
    }

    let group: Plan.Group
    let kind: Kind
    /// The strategies of the case, the reference first where it takes part.
    let strategies: [CacheStrategy]

    var phase: String {
        switch kind {
        case .prepare: "prepare"
        case .firstQuery: "first-query"
        case .query(let query): query.phase
        case .update: "update"
        }
    }

    var trace: String {
        switch kind {
        case .prepare, .firstQuery: ""
        case .query(let query): query.scroll.id
        case .update(let update): update.edit.id
        }
    }

    /// Whether strategies are compared on it; of the others what they do is counted.
    var isCompared: Bool {
        switch kind {
        case .prepare, .query: true
        case .firstQuery: false
        case .update(let update): update.isTimed
        }
    }

    /// The floor that reports compare it with; nil of what has none: first queries, edits and what effects add to a query.
    var floor: Floor? {
        switch kind {
        case .prepare: .fill
        case .query(let query): query.effects == nil ? .miss : nil
        case .firstQuery, .update: nil
        }
    }

    func place(_ strategy: String) -> Recorder.Place {
        Recorder.Place(group: group, strategy: strategy, trace: trace, phase: phase)
    }

    /// The cases of a group, in order.
    static func all(_ group: Plan.Group) -> [PairCase] {
        [Kind.prepare, .firstQuery].map { PairCase(group: group, kind: $0, strategies: group.prepare) }
            + group.queries.map { PairCase(group: group, kind: .query($0), strategies: $0.strategies) }
            + group.updates.map { PairCase(group: group, kind: .update($0), strategies: $0.strategies) }
    }
}
