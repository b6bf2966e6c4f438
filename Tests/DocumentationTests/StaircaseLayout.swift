import CollectionLayout

/// Rows of which each is indented more than the one before, until a new staircase begins.
///
/// Values of an item: its length along the axis.
struct StaircaseLayout: SectionLayout {
    static let id = "staircase"
    var insets = EdgeInsets.zero
    /// The indentation of a step, in points.
    var step = 20.0
    /// How many rows a staircase has.
    var rowCount = 5

    func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        guard (1...1024).contains(rowCount) else {
            throw .badParameter(name: "rows of a staircase", value: Double(rowCount), expected: "1 to 1024")
        }
        let insets = try container.insets(insets)
        return StaircaseFold(
            insets: insets, step: try container.length(step, "step"), rowCount: rowCount,
            breadth: container.laneBreadth(count: 1, spacing: 0, insets: insets))
    }
}

/// State: where the next row begins along the axis, and the number of its step.
private struct StaircaseFold: SectionFold {
    let insets: EdgeInsets
    let step: Double
    let rowCount: Int
    let breadth: Double

    var valueNames: [String] { ["length"] }
    var hasValueRules: Bool { false }
    var stateCount: Int { 2 }
    var positionCount: Int { 1 }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
        state[1] = 0
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        for item in range {
            let indentation = min(step * state[1], breadth)
            frames[item - range.lowerBound] = Rect(
                x: insets.left + indentation, y: state[0], width: breadth - indentation, height: items[item, 0])
            state[0] += items[item, 0]
            state[1] = state[1] + 1 == Double(rowCount) ? 0 : state[1] + 1
        }
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] }
}
