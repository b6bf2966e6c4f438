/// Items where their values say: frames recorded from another layout, canvases, maps.
///
/// Values of an item: x, y, width and height in section coordinates, not transposed.
public struct FreeFormLayout: SectionLayout, Hashable {
    /// `free-form`
    public static let id = "free-form"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }

    /// Creates the layout; it has no parameters.
    public init() {}

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        FreeFormFold(axis: container.axis)
    }
}

/// State: the largest far edge along the axis. It is not a position, because items do not depend on those before them.
private struct FreeFormFold: SectionFold {
    let axis: Axis
    var insets: EdgeInsets { .zero }
    var valueNames: [String] { ["x", "y", "width", "height"] }
    var stateCount: Int { 1 }
    var positionCount: Int { 0 }
    var placesItemsAlone: Bool { true }
    var allowsNegativeValues: Bool { true }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        for index in 2...3 {
            guard value[index] >= 0 else { return (index, "a length of at least 0") }
            let end = value[index - 2] + value[index]
            guard end <= Snapping.largestCoordinate else {
                return (index, "a length that ends at \(Snapping.largestCoordinate) at most")
            }
        }
        return nil
    }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        var end = state[0]
        for item in range {
            let frame = axis.transpose(
                Rect(x: items[item, 0], y: items[item, 1], width: items[item, 2], height: items[item, 3]))
            frames[item - range.lowerBound] = frame
            end = max(end, frame.maxY)
        }
        state[0] = end
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] }
}
