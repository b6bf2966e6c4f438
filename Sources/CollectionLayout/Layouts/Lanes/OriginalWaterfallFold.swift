/// A waterfall with the defects of an original; the faithful mode of ``WaterfallLayout``.
///
/// The state has the same numbers, lane by lane. Rounding to 32 bits does not move along with the content, so no slot counts
/// as a position: a strategy may reuse a stored state only if it is equal. The tutorial's has one more: how far the items of all
/// lanes reach, since one without items may begin behind the others' ends.
struct OriginalWaterfallFold: SectionFold {
    let base: WaterfallFold
    let original: WaterfallLayout.Original

    var insets: EdgeInsets { base.insets }
    var headerInsets: EdgeInsets { base.headerInsets }
    var footerInsets: EdgeInsets { base.footerInsets }
    var valueNames: [String] { base.valueNames }
    var hasValueRules: Bool { base.hasValueRules }
    var stateCount: Int { base.stateCount + (original == .tutorial ? 1 : 0) }
    var positionCount: Int { 0 }

    func isLength(value: Int) -> Bool { base.isLength(value: value) }
    func problem(with value: ItemValue) -> (index: Int, expected: String)? { base.problem(with: value) }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        base.begin(at: top, items: items, state)
        guard original == .tutorial else { return }
        for lane in 1..<max(base.lanes.count, 1) { state[lane] = top - insets.top + insets.bottom }
        state[base.stateCount] = -.infinity
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        let lanes = base.lanes
        var turn = base.takesTurns ? Int(state[lanes.count]) : 0
        for item in range {
            var lane = 0
            if !base.takesTurns {
                for other in 1..<max(lanes.count, 1) {
                    if state[other] < state[lane] || (original == .tutorial && state[other] == state[lane]) {
                        lane = other
                    }
                }
            } else {
                lane = base.lane(ofTurn: turn)
                turn = turn + 1 == lanes.count ? 0 : turn + 1
            }
            let y = state[lane]
            let length = base.length(items[item, 0])
            frames[item - range.lowerBound] = Rect(x: lanes.x(of: lane), y: y, width: lanes.breadth, height: length)
            let next = y + length + lanes.lineSpacing
            state[lane] = original == .tutorial ? next : Double(Float(next))
            if original == .tutorial { state[base.stateCount] = max(state[base.stateCount], next) }
        }
        if base.takesTurns { state[lanes.count] = Double(turn) }
    }

    func end(_ state: FoldState, items: ItemValues) -> Double {
        // The first lane begins where the items do.
        if original == .tutorial && items.count == 0 { return state[0] }
        // The section of an original may end above its own header, but not above the section before it.
        let end = original == .tutorial ? state[base.stateCount] : base.lanes.farthest(state)
        return max(end - base.lanes.lineSpacing, 0)
    }
}
