import BenchmarkKit
import CollectionLayout
import Workloads

/// Edits that are timed in turn, each a transaction, and the query that follows each: around what the first one strikes, in the
/// middle of the content, if the edit leaves open where.
struct EditCycle {
    let changes: [[Change]]
    let viewport: Rect
    /// One for each edit.
    var viewports: [Rect] { changes.map { _ in viewport } }

    /// How many edits there are; even, for each second one takes back the one before.
    static let count = 4

    /// The edits of a content.
    ///
    /// - Parameter frame: Where elements of the content lie.
    /// - Returns: Nil if the content has not the sections and items that they are about.
    init?(_ edit: Edit, of content: Content, seed: UInt64, frame: (ElementID) -> Rect?) {
        changes = edit.cycle(of: content, count: Self.count, seed: seed, at: .middle)
        guard let first = changes.first, let viewport = Self.viewport(around: first, in: content, frame: frame) else {
            return nil
        }
        self.viewport = viewport
    }

    /// A viewport around what the first change of an edit strikes; nil if that shows nothing yet.
    static func viewport(around changes: [Change], in content: Content, frame: (ElementID) -> Rect?) -> Rect? {
        guard let place = changes.first?.place(in: content),
            let frame = frame(ElementID(section: place.section, item: place.item))
        else { return nil }
        let bounds = Dataset.bounds
        return Rect(
            x: max(frame.x - bounds.width / 2, 0), y: max(frame.y - bounds.height / 2, 0), width: bounds.width,
            height: bounds.height)
    }

    /// The first of the edits, each with the query that follows.
    func candidate(_ subject: any Subject, _ count: Int = count) -> Candidate {
        subject.updateCandidate(Array(changes.prefix(count)), viewports).without(QueryOverhead.editNanoseconds)
    }
}
