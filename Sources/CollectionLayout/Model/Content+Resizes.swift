extension Content {
    /// The edits that give some items the values they have in another content; nil if the other one has other sections or
    /// layouts.
    func resizes(to other: Content, at paths: [LayoutIndexPath]) -> [Change]? {
        // Not the bounds: a content is taken over into those of the view.
        guard container.axis == other.container.axis, container.snapping == other.container.snapping,
            container.fidelity == other.container.fidelity, sections.count == other.sections.count
        else { return nil }
        // For each of their layouts one of mine that is known to be the same.
        var twins = [Int32](repeating: -1, count: other.resolved.count)
        func areSame(_ mine: Int32, _ theirs: Int32) -> Bool {
            if twins[Int(theirs)] == mine { return true }
            guard resolved[Int(mine)].layout.isEqual(to: other.resolved[Int(theirs)].layout) else { return false }
            twins[Int(theirs)] = mine
            return true
        }
        var changes: [Change] = []
        for (index, (mine, theirs)) in zip(sections, other.sections).enumerated() {
            guard areSame(mine.layout, theirs.layout), mine.count == theirs.count, mine.background == theirs.background,
                (mine.headerLength > 0) == (theirs.headerLength > 0),
                (mine.footerLength > 0) == (theirs.footerLength > 0)
            else { return nil }
            let header = mine.headerLength == theirs.headerLength ? nil : size(ofThickness: theirs.headerLength)
            let footer = mine.footerLength == theirs.footerLength ? nil : size(ofThickness: theirs.footerLength)
            if header != nil || footer != nil {
                changes.append(.resizeSection(at: index, header: header, footer: footer))
            }
        }
        for path in paths {
            guard sections.indices.contains(path.section),
                (0..<Int(sections[path.section].count)).contains(path.item)
            else { return nil }
            let value = other.value(section: path.section, item: path.item)
            if value != self.value(section: path.section, item: path.item) {
                changes.append(.resize(section: path.section, item: path.item, to: value))
            }
        }
        return changes
    }
}
