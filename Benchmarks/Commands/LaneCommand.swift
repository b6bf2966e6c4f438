import BenchmarkKit

extension Command {
    /// What the program starts itself with; its output is not for people.
    static let lane = Command(
        "lane", "measures one thing in a process of its own", synopsis: "cold|malloc|instructions|memory [OPTION…]",
        options: Selection.options + [
            .value("inject", "WHAT", "Work added on purpose: allocation, node, instructions.")
        ], isMeasuring: true, isHidden: true
    ) { options, console in
        let selection = try Selection(options)
        switch options.positionals.first {
        case "cold": try ColdPrepare.child(selection, console)
        case "malloc": try AllocationLane.child(selection, console)
        case "instructions": try InstructionLane.child(selection, console)
        case "memory": try MemoryLane.child(selection, console)
        default:
            throw UsageError.unknown(
                "lane", options.positionals.first ?? "", of: ["cold", "malloc", "instructions", "memory"])
        }
        return .success
    }
}
