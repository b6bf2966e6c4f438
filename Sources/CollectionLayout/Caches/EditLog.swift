/// What edits have done to the trees, so that it can be taken back.
struct EditLog {
    enum Step {
        case inserted(section: Int, Range<Int>)
        /// With where the items stood across the axis, if that tells lanes which they keep.
        case deleted(section: Int, Range<Int>, places: [Double])
        case insertedSection(Int)
        case deletedSection(Int, IncrementalCache.Entry)
        case movedSection(from: Int, to: Int)
    }

    /// What takes the edits of the content back.
    var undo = ContentUndo()
    private(set) var steps: [Step] = []
    /// The sections with marks, if no sections were inserted, deleted or moved; some may be there more than once.
    private(set) var sections: [Int] = []
    /// Those among them with headers or footers of other sizes.
    private(set) var renewed: Set<Int> = []
    private(set) var changesSections = false
    /// Whether no edit inserts, deletes, moves or replaces a section, so that their numbers stay.
    private(set) var keepsSections = false
    /// What is free once the edits are in force.
    var unused: [IncrementalCache.Block] = []

    /// Forgets everything, but not its memory.
    mutating func begin(keepsSections: Bool) {
        steps.removeAll(keepingCapacity: true)
        sections.removeAll(keepingCapacity: true)
        if !renewed.isEmpty { renewed = [] }
        unused.removeAll(keepingCapacity: true)
        changesSections = false
        self.keepsSections = keepsSections
    }

    mutating func touch(_ section: Int) {
        if !changesSections && sections.last != section { sections.append(section) }
    }

    mutating func renew(_ section: Int) {
        touch(section)
        if !changesSections { renewed.insert(section) }
    }

    mutating func add(_ step: Step) {
        steps.append(step)
        switch step {
        case .inserted(let section, _), .deleted(let section, _, _): touch(section)
        case .insertedSection, .deletedSection, .movedSection: changesSections = true
        }
    }
}
