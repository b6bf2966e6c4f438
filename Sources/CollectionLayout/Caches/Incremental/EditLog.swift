/// What edits have done to the trees, so that it can be taken back.
struct EditLog {
    enum Step {
        case inserted(section: Int, Range<Int>)
        /// With where the items stood across the axis, if that tells lanes which they keep.
        case deleted(section: Int, Range<Int>, places: [Double])
        case insertedSection(Int)
        case deletedSection(Int, entry: Int)
        case movedSection(from: Int, to: Int)
    }

    /// What takes the edits of the content back.
    var undo = ContentUndo()
    private(set) var steps: [Step] = []
    /// The sections with marks, if their numbers stay; some may be there more than once. Else they are marked in their tree.
    private(set) var sections: [Int] = []
    /// Whether no edit inserts, deletes, moves or replaces a section, so that their numbers stay.
    private(set) var keepsSections = false
    /// What is free once the edits are in force.
    var unused: [SectionNodes.Block] = []

    /// Forgets everything, but not its memory.
    mutating func begin(keepsSections: Bool) {
        steps.removeAll(keepingCapacity: true)
        sections.removeAll(keepingCapacity: true)
        unused.removeAll(keepingCapacity: true)
        self.keepsSections = keepsSections
    }

    mutating func touch(_ section: Int) {
        if sections.last != section { sections.append(section) }
    }

    mutating func add(_ step: Step) { steps.append(step) }
}
