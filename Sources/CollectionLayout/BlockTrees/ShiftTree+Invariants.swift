extension ShiftTree {
    /// What each node above the leaves says is what its children make of it.
    func checkSums(_ spans: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>) {
        forEachUpperLevel { level, below in
            for node in 0..<level.size {
                let children = below.group(node)
                precondition(
                    counts[level.start + node] == children.reduce(0) { $0 + counts[below.start + $1] },
                    "count of a node")
                if isBroad {
                    precondition(
                        begin(of: node, on: level, spans) == children.map { begin(of: $0, on: below, spans) }.min(),
                        "where a node begins")
                }
                for lane in 0..<lanes {
                    let span = span(node, on: level, lane: lane, spans)
                    var before = 0
                    for child in children {
                        let own = turns ? self.lane(lane, from: before) : lane
                        let part = self.span(child, on: below, lane: own, spans)
                        before += Int(counts[below.start + child])
                        precondition(
                            span.near <= part.near + part.shift && part.far + part.shift <= span.far
                                && part.breadth <= span.breadth, "span of a node")
                    }
                }
            }
        }
    }
}
