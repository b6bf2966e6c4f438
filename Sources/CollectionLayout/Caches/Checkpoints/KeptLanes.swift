/// The lanes that the items of an edited section keep, for a strategy that keeps no frames. Two bytes an item.
struct KeptLanes: Sendable {
    /// The lane of an item that has yet to choose one; there are far fewer lanes.
    private static let none = UInt16.max

    private var lanes: FlatArray<UInt16>
    /// Where each lane begins across the axis, as far as items have been there.
    private var edges: [Double]

    /// The lanes of items that have none yet.
    init(itemCount: Int, laneCount: Int) {
        lanes = FlatArray(repeating: Self.none, count: itemCount)
        edges = Array(repeating: .nan, count: laneCount)
    }

    /// The lanes of the items of a section after edits.
    ///
    /// - Parameter section: Its index after the edits.
    init(_ former: KeptLanes, itemCount: Int, following edits: ElementMap, section: Int) {
        lanes = FlatArray(repeating: Self.none, count: itemCount)
        edges = former.edges
        let lanes = lanes.writable
        edits.forEachRun(ofItemsIn: section, count: itemCount) { range, origin in
            guard let origin else { return }
            for item in range { lanes[item] = former.lanes[origin.item + item - range.lowerBound] }
        }
    }

    var byteCount: Int { lanes.byteCount + edges.count * MemoryLayout<Double>.stride }

    /// Sets of each frame what ``SectionFold/replace(_:of:_:in:)`` asks of it.
    func load(_ range: Range<Int>, into frames: UnsafeMutablePointer<Rect>) {
        for item in range {
            let lane = lanes[item]
            let edge = lane == Self.none ? .nan : edges[Int(lane)]
            frames[item - range.lowerBound] = Rect(x: edge, y: 0, width: 0, height: 0)
        }
    }

    /// Keeps the lanes of items that have been placed.
    mutating func store(_ range: Range<Int>, _ frames: UnsafePointer<Rect>, _ fold: any SectionFold) {
        let lanes = lanes.writable.baseAddress! + range.lowerBound
        fold.findLanes(of: frames, count: range.count, into: lanes)
        for index in 0..<range.count { edges[Int(lanes[index])] = frames[index].x }
    }
}
