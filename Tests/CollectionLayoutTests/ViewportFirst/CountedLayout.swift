import CollectionLayout
import Synchronization

/// How many items have been placed.
final class PlacedCounter: Sendable {
    private let placed = Atomic(0)

    var count: Int { placed.load(ordering: .relaxed) }
    func add(_ count: Int) { placed.add(count, ordering: .relaxed) }
}

/// A layout that counts the items it places.
struct CountedLayout: SectionLayout {
    static let id = "counted"
    let base: any SectionLayout
    let counter: PlacedCounter

    func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        CountedFold(base: try base.fold(in: container), counter: counter)
    }
}

private struct CountedFold: SectionFold {
    let base: any SectionFold
    let counter: PlacedCounter

    var valueNames: [String] { base.valueNames }
    var stateCount: Int { base.stateCount }
    var positionCount: Int { base.positionCount }
    var laneCount: Int { base.laneCount }
    var insets: EdgeInsets { base.insets }
    var keepsLanes: Bool { base.keepsLanes }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) { base.begin(at: top, items: items, state) }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        counter.add(range.count)
        base.place(range, of: items, state, into: frames)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { base.end(state, items: items) }
    func lookahead(_ state: FoldState) -> Int { base.lookahead(state) }
    func lane(of frame: Rect) -> Int { base.lane(of: frame) }
}
