import CollectionLayout

/// A scroll during which the content, its layout or the view's size changes: a new one is one file and one line in
/// ``all``.
public struct EditTrace: Sendable {
    /// Stable id for files and results, such as `reverse-chat`.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// What it is played on.
    public let datasets: [Dataset]
    /// Makes what the trace begins with of what a dataset holds.
    let start: Start
    /// Shows frame after frame until the recording is over.
    let script: Script

    typealias Start = @Sendable (_ content: Content) throws(LayoutError) -> Content
    typealias Script = @Sendable (_ take: inout Recording) throws(LayoutError) -> Void

    /// Names a trace.
    ///
    /// - Parameters:
    ///   - start: What the trace begins with; what the dataset holds if nothing is said.
    ///   - script: Shows frames until ``Recording/isOver``; those behind the last one are ignored.
    init(
        _ id: String, _ summary: String, datasets: [Dataset], start: @escaping Start = { $0 }, script: @escaping Script
    ) {
        self.id = id
        self.summary = summary
        self.datasets = datasets
        self.start = start
        self.script = script
    }

    /// All traces with edits.
    public static let all: [EditTrace] = [
        rotation, reverseChat, liveAppend, pullToRefresh, selfSizing, filter, interactiveMove, pinchColumns,
        windowResize,
    ]

    /// The trace of an id.
    public static func named(_ id: String) -> EditTrace? { all.first { $0.id == id } }
}
