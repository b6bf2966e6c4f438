import BenchmarkKit
import CollectionLayout

extension Command {
    /// What the program starts itself with; its output is not for people.
    static let lane = Command(
        "lane", "measures one thing in a process of its own", synopsis: "LANE [OPTION…]",
        options: Selection.options + [
            .value("inject", "WHAT", "Work added on purpose: allocation, node, instructions."),
            .value("oracle", "ID", "The strategy that answers are checked against, if not the oracle."),
            .value("burden", "PART", "The part of time added on purpose: 0.05."),
        ], isMeasuring: true, isHidden: true
    ) { options, console in
        let name = options.positionals.first ?? ""
        guard let lane = Lane.all.first(where: { $0.name == name }) else {
            throw UsageError.unknown("lane", name, of: Lane.all.map(\.name))
        }
        let oracle = try CacheStrategy.choose(options.list("oracle"), default: []).first
        try lane.body(Lane.Child(Selection(options), oracle: oracle, console))
        return .success
    }
}
