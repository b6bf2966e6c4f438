import BenchmarkKit

extension Command {
    /// What the program starts itself with; its output is not for people.
    static let lane = Command(
        "lane", "measures one thing in a process of its own", synopsis: "LANE [OPTION…]",
        options: Selection.options + [
            .value("inject", "WHAT", "Work added on purpose: allocation, node, instructions."),
            .value("burden", "PART", "The part of work added on purpose: 0.05."),
        ], isMeasuring: true, isHidden: true
    ) { options, console in
        let selection = try Selection(options)
        let lanes: [String: (Selection, Console) throws -> Void] = [
            "cold": ColdPrepare.child, "malloc": AllocationLane.child, "instructions": InstructionLane.child,
            "memory": MemoryLane.child, "time": TimeLane.child,
        ]
        let name = options.positionals.first ?? ""
        guard let lane = lanes[name] else { throw UsageError.unknown("lane", name, of: lanes.keys.sorted()) }
        try lane(selection, console)
        return .success
    }
}
