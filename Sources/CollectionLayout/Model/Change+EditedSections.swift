extension Change {
    /// The sections whose items edits add, remove or change, by their indices before the edits. O(edits · √edits).
    ///
    /// Where an edit has a path that does not exist the rest is left out: it will be refused.
    static func editedSections(_ changes: [Change], among count: Int) -> Set<Int> {
        var edited: Set<Int> = []
        var sections = PieceList(source: 0)
        var count = count
        func touch(_ section: Int) {
            guard (0..<count).contains(section) else { return }
            let piece = sections.element(at: section)
            if piece.source == 0 { edited.insert(piece.first) }
        }
        for change in changes {
            switch change {
            case .resize(let section, _, _), .resizeSection(let section, _, _), .insertItems(let section, _, _),
                .deleteItems(let section, _):
                touch(section)
            case .moveItem(let from, let to):
                touch(from.section)
                touch(to.section)
            case .insertSection(let section, _):
                guard (0...count).contains(section) else { return edited }
                sections.insert(.new(1), at: section)
                count += 1
            case .deleteSection(let section):
                guard (0..<count).contains(section) else { return edited }
                sections.remove(section..<section + 1)
                count -= 1
            case .moveSection(let from, let to):
                guard (0..<count).contains(from), (0..<count).contains(to) else { return edited }
                sections.insert(sections.take(from), at: to)
            case .replaceSection(let section, _):
                guard (0..<count).contains(section) else { return edited }
                sections.remove(section..<section + 1)
                sections.insert(.new(1), at: section)
            }
        }
        return edited
    }
}
