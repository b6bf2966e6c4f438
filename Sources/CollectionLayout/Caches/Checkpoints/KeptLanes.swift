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

extension Change {
    /// The sections whose items edits add, remove or change, by their indices before the edits.
    ///
    /// Where an edit has a path that does not exist the rest is left out: it will be refused.
    static func editedSections(_ changes: [Change], among count: Int) -> Set<Int> {
        var edited: Set<Int> = []
        // The former index of each section, below 0 if it is new; nil while all are where they were.
        var former: [Int]?
        func touch(_ section: Int) {
            guard (0..<(former?.count ?? count)).contains(section) else { return }
            edited.insert(former?[section] ?? section)
        }
        for change in changes {
            switch change {
            case .resize(let section, _, _), .resizeSection(let section, _, _), .insertItems(let section, _, _),
                .deleteItems(let section, _):
                touch(section)
            case .moveItem(let from, let to):
                touch(from.section)
                touch(to.section)
            case .insertSection, .deleteSection, .moveSection, .replaceSection:
                var order = former ?? Array(0..<count)
                former = nil
                guard change.follow(&order) else { return edited.filter { $0 >= 0 } }
                former = order
            }
        }
        return edited.filter { $0 >= 0 }
    }

    /// Edits a list of sections; returns false if there is no such section.
    private func follow(_ order: inout [Int]) -> Bool {
        switch self {
        case .resize, .resizeSection, .insertItems, .deleteItems, .moveItem: break
        case .insertSection(let section, _):
            guard (0...order.count).contains(section) else { return false }
            order.insert(-1, at: section)
        case .deleteSection(let section):
            guard order.indices.contains(section) else { return false }
            order.remove(at: section)
        case .moveSection(let from, let to):
            guard order.indices.contains(from), order.indices.contains(to) else { return false }
            order.insert(order.remove(at: from), at: to)
        case .replaceSection(let section, _):
            guard order.indices.contains(section) else { return false }
            order[section] = -1
        }
        return true
    }
}
