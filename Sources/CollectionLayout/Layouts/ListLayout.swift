/// One column of rows as broad as the container: tables, chats, feeds.
///
/// Values of an item: its length along the scroll axis.
public struct ListLayout: SectionLayout {
    /// `list`
    public static let id = "list"
    /// Distances between the rows and the edges of the section.
    public var insets: EdgeInsets
    /// Distance between two rows, in points.
    public var lineSpacing: Double

    /// Creates a list.
    public init(insets: EdgeInsets = .zero, lineSpacing: Double = 0) {
        self.insets = insets
        self.lineSpacing = lineSpacing
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        let insets = try container.insets(insets)
        return ListFold(
            insets: insets, lineSpacing: try container.length(lineSpacing, "line spacing"),
            breadth: container.laneBreadth(count: 1, spacing: 0, insets: insets))
    }
}

/// State: where the next row begins, where the last one ended.
private struct ListFold: SectionFold {
    let insets: EdgeInsets
    let lineSpacing: Double
    let breadth: Double

    var valueNames: [String] { ["length"] }
    var hasValueRules: Bool { false }
    var stateCount: Int { 2 }
    var positionCount: Int { 2 }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
        state[1] = top
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        var next = state[0]
        var end = state[1]
        for item in range {
            let length = items[item, 0]
            frames[item - range.lowerBound] = Rect(x: insets.left, y: next, width: breadth, height: length)
            end = next + length
            next = end + lineSpacing
        }
        state[0] = next
        state[1] = end
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[1] }
}
