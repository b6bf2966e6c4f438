extension Change {
    /// The sections whose items edits add, remove or change, by their indices before the edits.
    ///
    /// Where an edit has a path that does not exist the rest is left out: it will be refused.
    static func editedSections(_ changes: [Change], among count: Int) -> Set<Int> {
        var edited: Set<Int> = []
        // The former index of each section, below 0 if it is new; nil while all are where they were.
        var former: [Int]?
        func touch(_ section: Int) {
            guard (0..<(former?.count ?? count)).contains(section) else { return }
            edited.insert(former?[section] ?? section)
        }
        for change in changes {
            switch change {
            case .resize(let section, _, _), .resizeSection(let section, _, _), .insertItems(let section, _, _),
                .deleteItems(let section, _):
                touch(section)
            case .moveItem(let from, let to):
                touch(from.section)
                touch(to.section)
            case .insertSection, .deleteSection, .moveSection, .replaceSection:
                var order = former ?? Array(0..<count)
                former = nil
                guard change.follow(&order) else { return edited.filter { $0 >= 0 } }
                former = order
            }
        }
        return edited.filter { $0 >= 0 }
    }

    /// Edits a list of sections; returns false if there is no such section.
    private func follow(_ order: inout [Int]) -> Bool {
        switch self {
        case .resize, .resizeSection, .insertItems, .deleteItems, .moveItem: break
        case .insertSection(let section, _):
            guard (0...order.count).contains(section) else { return false }
            order.insert(-1, at: section)
        case .deleteSection(let section):
            guard order.indices.contains(section) else { return false }
            order.remove(at: section)
        case .moveSection(let from, let to):
            guard order.indices.contains(from), order.indices.contains(to) else { return false }
            order.insert(order.remove(at: from), at: to)
        case .replaceSection(let section, _):
            guard order.indices.contains(section) else { return false }
            order[section] = -1
        }
        return true
    }
}
