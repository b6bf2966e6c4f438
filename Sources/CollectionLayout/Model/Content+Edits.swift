extension Content {
    /// Applies an edit, whole or not at all.
    ///
    /// Items that are inserted into a uniform section with its values leave it uniform, as deleting items does.
    ///
    /// - Returns: The edit that undoes it. A uniform section that has got values for each item keeps them, and the content a layout
    ///   that has come with a section.
    /// - Complexity: O(1) for a resize. For items that are inserted, deleted or moved O(values of the section) if that is short,
    ///   else O(log items) beside their own values. Both O(items / 128) once: a resize where all items of the section have shared one
    ///   value. For sections O(√sections + values of the section). Now and then O(values), as unused ones are removed.
    /// - Throws: ``LayoutError/unknownPath(section:item:reason:)``, ``LayoutError/tooMany(what:got:limit:)`` or what bad
    ///   values throw.
    @discardableResult
    public mutating func apply(_ change: Change) throws(LayoutError) -> Change {
        compactIfSparse()
        return try applyInPlace(change)
    }

    /// Applies edits in order, all or none.
    mutating func apply(_ changes: [Change]) throws(LayoutError) -> ContentUndo {
        var undo = ContentUndo()
        try apply(changes, noting: &undo)
        return undo
    }

    /// Applies edits in order, all or none.
    ///
    /// - Parameter undo: Receives what takes them back, instead of what it says; nothing if none is applied.
    mutating func apply(_ changes: some Collection<Change>, noting undo: inout ContentUndo) throws(LayoutError) {
        compactIfSparse()
        undo.steps.removeAll(keepingCapacity: true)
        undo.layoutCount = resolved.count
        do {
            for change in changes {
                let former = change.valuesSection.flatMap { sections.indices.contains($0) ? ($0, sections[$0]) : nil }
                let inverse = try applyInPlace(change)
                undo.steps.append((inverse, former?.1.isUniform == true ? former : nil))
            }
        } catch {
            revert(undo)
            undo.steps = []
            throw error
        }
    }

    /// Takes edits back that have just been applied: what was uniform is so again, and layouts that came with sections are gone.
    mutating func revert(_ undo: ContentUndo) {
        takeBack(undo)
        forgetLayouts(from: undo.layoutCount)
    }

    /// The same, but the layouts stay.
    mutating func takeBack(_ undo: ContentUndo) {
        for (change, former) in undo.steps.reversed() {
            do {
                try applyInPlace(change)
                guard let (section, former) = former, !sections[section].isUniform else { continue }
                freeValues(of: sections[section])
                sections[section] = former
            } catch {
                preconditionFailure("what was in a content once is refused: \(error)")
            }
        }
    }

    @discardableResult
    private mutating func applyInPlace(_ change: Change) throws(LayoutError) -> Change {
        switch change {
        case .resize(let section, let item, let value):
            try checkPosition(section, item: item, in: sections.count)
            let former = try resize(section, item, to: value, layout(ofSection: section))
            return .resize(section: section, item: item, to: former)
        case .resizeSection(let section, let header, let footer):
            try checkPosition(section, in: sections.count)
            return try resizeSection(section, header: header, footer: footer)
        case .insertItems(let section, let item, let items):
            return try insertItems(section, item, items)
        case .deleteItems(let section, let range):
            return .insertItems(section: section, at: range.lowerBound, try deleteItems(section, range))
        case .moveItem(let from, let to):
            try moveItem(from, to)
            return .moveItem(from: to, to: from)
        case .insertSection(let section, let description):
            try checkPosition(section, in: sections.count + 1)
            try insert(description, at: section)
            return .deleteSection(at: section)
        case .deleteSection(let section):
            try checkPosition(section, in: sections.count)
            let description = description(ofSection: section)
            removeWithValues(section)
            return .insertSection(at: section, description)
        case .moveSection(let from, let to):
            try checkPosition(from, in: sections.count)
            try checkPosition(to, in: sections.count)
            sections.insert(sections.remove(at: from), at: to)
            itemStarts = nil
            return .moveSection(from: to, to: from)
        case .replaceSection(let section, let description):
            try checkPosition(section, in: sections.count)
            let former = self.description(ofSection: section)
            try insert(description, at: section)
            removeWithValues(section + 1)
            return .replaceSection(at: section, with: former)
        }
    }

    /// All that is to be said of a section. O(its values).
    ///
    /// Of a header and a footer that is their length along the axis; across it they are 1 pt.
    ///
    /// - Precondition: the section exists.
    public func description(ofSection index: Int) -> SectionDescription {
        precondition(sections.indices.contains(index), "no section \(index)")
        let section = sections[index]
        return SectionDescription(
            layout: .index(Int(section.layout)), items: items(index, 0..<Int(section.count)),
            header: size(ofThickness: section.headerLength), footer: size(ofThickness: section.footerLength),
            background: section.background)
    }

    /// The size of a header or footer of a length along the axis.
    func size(ofThickness length: Double) -> Size {
        length > 0 ? container.axis.transpose(Size(width: 1, height: length)) : .zero
    }

    private func checkPosition(_ section: Int, item: Int? = nil, in count: Int) throws(LayoutError) {
        guard !(0..<count).contains(section) else { return }
        throw .unknownPath(section: section, item: item, reason: "there are \(sections.count) sections")
    }

    private func checkPath(_ section: Int, _ item: Int) throws(LayoutError) {
        try checkPosition(section, item: item, in: sections.count)
        guard (0..<Int(sections[section].count)).contains(item) else { throw unknownItem(section, item) }
    }

    /// - Parameter count: The number of items that the section has, if that is not the present one.
    func unknownItem(_ section: Int, _ item: Int, of count: Int? = nil) -> LayoutError {
        let count = count ?? Int(sections[section].count)
        return .unknownPath(section: section, item: item, reason: "the section has \(count) items")
    }

    private mutating func removeWithValues(_ index: Int) {
        freeValues(of: remove(index))
    }

    mutating func freeValues(of section: Section) {
        values.free(section.valueHandle, count: valueCount(of: section))
    }

    private func valueCount(of section: Section) -> Int {
        resolved[Int(section.layout)].width * (section.isUniform ? 1 : Int(section.count))
    }

    /// Gives an item other values, or throws and changes nothing.
    ///
    /// - Parameter layout: That of the section.
    /// - Returns: The former ones.
    @discardableResult
    mutating func resize(
        _ index: Int, _ item: Int, to value: ItemValue, _ layout: ResolvedLayout
    ) throws(LayoutError) -> ItemValue {
        try checkPath(index, item)
        try check(value, layout, section: index, item: item)
        // Without values nothing changes, and all items are alike for good.
        guard layout.width > 0 else { return value }
        if sections[index].isUniform { makeIndividual(index, layout.width) }
        return replaceValue(of: item, in: index, with: value, layout)
    }

    /// Gives an item that has values of its own others, which have been checked.
    ///
    /// Apart from ``resize(_:_:to:_:)``, whose checks are handed a copy of the content: that takes as long as the rest.
    ///
    /// - Returns: The former ones.
    @inline(__always)
    mutating func replaceValue(
        of item: Int, in section: Int, with value: ItemValue, _ layout: ResolvedLayout
    ) -> ItemValue {
        let former = values.replace(
            item, of: sections[section].valueHandle, layout.width, with: snapped(value.numbers, layout))
        return ItemValue(former, count: layout.width)
    }

    private mutating func resizeSection(
        _ index: Int, header: Size?, footer: Size?
    ) throws(LayoutError) -> Change {
        let lengths = try checkedSizes(index, header: header, footer: footer)
        let former = sections[index]
        sections[index].headerLength = lengths.header
        sections[index].footerLength = lengths.footer
        return .resizeSection(
            at: index, header: header.map { _ in size(ofThickness: former.headerLength) },
            footer: footer.map { _ in size(ofThickness: former.footerLength) })
    }

    /// Checks sizes of a header and a footer that a section has, and returns the lengths of both.
    func checkedSizes(
        _ index: Int, header: Size?, footer: Size?
    ) throws(LayoutError) -> (header: Double, footer: Double) {
        func length(_ size: Size?, _ former: Double, _ name: String) throws(LayoutError) -> Double {
            guard let size else { return former }
            guard former > 0 else { throw .unknownPath(section: index, item: nil, reason: "it has no \(name)") }
            let length = try thickness(size, "the \(name) of section \(index)")
            guard length > 0 else {
                throw .badParameter(
                    name: "length of the \(name) of section \(index)", value: length,
                    expected: "a size above 0: a section that is replaced can lose it")
            }
            return length
        }
        let section = sections[index]
        return (try length(header, section.headerLength, "header"), try length(footer, section.footerLength, "footer"))
    }

    private mutating func insertItems(
        _ index: Int, _ item: Int, _ items: NewItems
    ) throws(LayoutError) -> Change {
        try checkPosition(index, item: item, in: sections.count)
        let count = Int(sections[index].count)
        guard (0...count).contains(item) else { throw unknownItem(index, item) }
        let layout = layout(ofSection: index)
        let new = try checked(items, layout, section: index, at: item, beside: count)
        guard new.count > 0 else { return .deleteItems(section: index, item..<item) }
        if !(sections[index].isUniform
            && new.values.repeats(values.values(0..<1, sections[index].valueHandle, layout.width)))
        {
            if sections[index].isUniform { makeIndividual(index, layout.width) }
            values.insert(new, into: &sections[index].valueHandle, count: count, at: item, layout.width)
        }
        sections[index].count += Int32(new.count)
        itemCount += new.count
        mostItems = max(mostItems, count + new.count)
        itemStarts = nil
        return .deleteItems(section: index, item..<item + new.count)
    }

    /// Deletes items.
    ///
    /// - Returns: Their values.
    private mutating func deleteItems(_ index: Int, _ range: Range<Int>) throws(LayoutError) -> NewItems {
        try checkPosition(index, item: range.lowerBound, in: sections.count)
        let count = Int(sections[index].count)
        guard range.lowerBound >= 0, range.lowerBound <= count else { throw unknownItem(index, range.lowerBound) }
        guard range.upperBound <= count else { throw unknownItem(index, range.upperBound - 1) }
        let items = items(index, range)
        if !sections[index].isUniform {
            let width = layout(ofSection: index).width
            values.remove(range, from: &sections[index].valueHandle, count: count, width)
        }
        sections[index].count -= Int32(range.count)
        itemCount -= range.count
        itemStarts = nil
        return items
    }

    /// The values of some items.
    func items(_ index: Int, _ range: Range<Int>) -> NewItems {
        let handle = sections[index].valueHandle
        let width = layout(ofSection: index).width
        return sections[index].isUniform
            ? .uniform(count: range.count, value: values.values(0..<1, handle, width))
            : .each(count: range.count, values: values.values(range, handle, width))
    }

    private mutating func moveItem(_ from: LayoutIndexPath, _ to: LayoutIndexPath) throws(LayoutError) {
        try checkPath(from.section, from.item)
        try checkPosition(to.section, item: to.item, in: sections.count)
        if from.section == to.section { try checkPath(to.section, to.item) }
        let (source, target) = (layout(ofSection: from.section), layout(ofSection: to.section))
        guard source.width == target.width else { throw .badMove(from, source.width, to: to.section, target.width) }
        try checkIsSnapped(
            value(section: from.section, item: from.item), target, section: to.section, item: to.item)
        let item = try deleteItems(from.section, from.item..<from.item + 1)
        do {
            _ = try insertItems(to.section, to.item, item)
        } catch {
            let undo = ContentUndo(
                steps: [(.insertItems(section: from.section, at: from.item, item), nil)], layoutCount: resolved.count)
            revert(undo)
            throw error
        }
    }

    /// The first item of a section behind one that is not like it, or one before that if fewer than `least` are. O(log items), and
    /// for each item among them that was different once; O(values) for the first time.
    ///
    /// - Precondition: the section is not uniform.
    mutating func alikeEnd(of item: Int, atLeast least: Int, ofSection index: Int, _ layout: ResolvedLayout) -> Int {
        values.alikeEnd(
            of: item, atLeast: least, &sections[index].valueHandle, count: Int(sections[index].count), layout.width)
    }

    /// Gives every item of a uniform section values of its own.
    private mutating func makeIndividual(_ index: Int, _ width: Int) {
        let section = sections[index]
        sections[index].valueHandle = values.repeating(section.valueHandle, count: Int(section.count), width)
        sections[index].isUniform = false
    }

    /// Removes unused values if they are most of all.
    private mutating func compactIfSparse() {
        guard values.isSparse else { return }
        let counts = sections.map(valueCount)
        var handles = sections.map(\.valueHandle)
        values.compact(&handles, counts)
        for index in sections.indices { sections[index].valueHandle = handles[index] }
    }
}

/// What takes back edits that were applied to a content, as long as nothing else has been.
struct ContentUndo {
    /// The inverse of each edit, and the section that it changed if that was uniform.
    fileprivate(set) var steps: [(change: Change, uniform: (index: Int, former: Section)?)] = []
    /// The number of layouts before.
    fileprivate(set) var layoutCount = 0
}

extension Change {
    /// The section whose items get other values, if any do.
    fileprivate var valuesSection: Int? {
        switch self {
        case .resize(let section, _, _), .insertItems(let section, _, _), .deleteItems(let section, _): section
        case .moveItem(_, let to): to.section
        case .resizeSection, .insertSection, .deleteSection, .moveSection, .replaceSection: nil
        }
    }
}
