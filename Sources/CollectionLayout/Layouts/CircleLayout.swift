/// Square items evenly spread over a circle that touches the edges of the viewport from inside.
///
/// Values of an item: none; append sections with ``Content/appendUniformSection(layout:count:value:header:footer:background:)``
/// and no values. A section is as long as the viewport, whatever the number of items. In layout space item 0 stands on the
/// positive x axis and the others follow towards y.
public struct CircleLayout: SectionLayout, Hashable {
    /// `circle`
    public static let id = "circle"
    /// The side of an item, in points.
    public var itemSide: Double

    /// Creates a circle.
    public init(itemSide: Double = 70) {
        self.itemSide = itemSide
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        CircleFold(side: try container.length(itemSide, "item side"), container: container)
    }
}

/// State: where the section's items begin, their number, and how many have been placed. None is a position: items do not
/// depend on where former ones stand.
///
/// The numbers make sure that no stored state outlives an insertion or deletion, which moves every item.
private struct CircleFold: SectionFold {
    let side: Double
    let container: Container

    var insets: EdgeInsets { .zero }
    var valueNames: [String] { [] }
    var hasValueRules: Bool { false }
    var stateCount: Int { 3 }
    var positionCount: Int { 0 }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
        state[1] = Double(items.count)
        state[2] = 0
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        let centre = Point(x: container.breadth / 2, y: container.viewportLength / 2)
        // Items larger than the viewport stand in its centre; the original turns them inside out.
        let reach = min(centre.x, centre.y) - side / 2
        let distance = container.fidelity == .faithful ? reach : max(reach, 0)
        for item in range {
            let point = pointOnUnitCircle(at: 2 * .pi * Double(item) / Double(items.count))
            frames[item - range.lowerBound] = Rect(
                x: nearest(centre.x + point.x * distance - side / 2),
                y: state[0] + nearest(centre.y + point.y * distance - side / 2), width: side, height: side)
        }
        state[2] = Double(range.upperBound)
    }

    /// To the nearest grain: a cosine one bit off must not move an item out of the viewport.
    private func nearest(_ coordinate: Double) -> Double {
        container.snapping == .none ? coordinate : container.snapping.snap(coordinate + Snapping.grainLength / 2)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] + container.viewportLength }

    // Every place depends on the number of items.
    func lookahead(_ state: FoldState) -> Int { Content.largestCount }
}
