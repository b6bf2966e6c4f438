extension Transaction {
    /// The edits of a transaction one after the other, as they are to be applied to a content.
    ///
    /// ``ElementMap/init(_:)`` tells from them which element is which.
    ///
    /// - Complexity: O(k log k) for k edits, O(values) for what is new, and O(sections) if counts are expected.
    /// - Throws: ``LayoutError/badEdit(section:item:reason:)`` if the edits do not suit the content or each other,
    ///   ``LayoutError/unexpectedCount(section:got:expected:account:)`` if they do not add up, and what bad values throw. All name
    ///   the paths of the transaction: what is resized or reloaded by that before it, what is inserted or moved by that after it.
    ///   No section may have more than ``Content/largestCount`` items in between, either: that is refused when they are applied.
    public func changes(in content: Content) throws(LayoutError) -> [Change] {
        let count = content.sections.count
        for inserted in items.inserted where !(0...Content.largestCount).contains(inserted.value.count) {
            throw .tooMany(
                what: "items to be inserted at item \(inserted.path.item) of section \(inserted.path.section)",
                got: inserted.value.count, limit: Content.largestCount)
        }
        let sectionPlan = try EditPlan(
            sections, sizes: sections.inserted.map { _ in 1 }, counts: { _ in count }, newList: { $0 },
            newCount: { $0 == 0 ? count : nil }
        ) { path, reason in .badEdit(section: path.item, item: nil, reason: reason) }
        let sectionChanges = sectionChanges(sectionPlan)
        let map = ElementMap(sectionChanges)
        let after = sectionPlan.count(of: 0)

        // What sections are that are new.
        var given: [Int: (count: Int, layout: ResolvedLayout)] = [:]
        func check(_ section: At<SectionDescription>, at index: Int) throws(LayoutError) {
            let (_, items, layout) = try content.checked(section.value, at: section.path.item)
            given[index] = (items.count, layout)
        }
        for section in sections.inserted { try check(section, at: section.path.item) }
        for section in sections.reloaded { try check(section, at: sectionPlan.newPath(of: section.path)!.item) }
        let itemPlan = try EditPlan(
            items, sizes: items.inserted.map(\.value.count),
            counts: { (0..<count).contains($0) ? Int(content.sections[$0].count) : nil },
            newList: map.newSection,
            newCount: { section in
                guard (0..<after).contains(section) else { return nil }
                return map.oldSection(of: section).map { Int(content.sections[$0].count) }
                    ?? given[section]?.count
            }
        ) { path, reason in .badEdit(section: path.section, item: path.item, reason: reason) }
        try checkResizes(content)
        try checkValues(content) { section in
            map.oldSection(of: section).map(content.layout(ofSection:)) ?? given[section]!.layout
        }
        try checkCounts(itemPlan, after)
        let deletions = itemPlan.deletions.map { Change.deleteItems(section: $0.list, $0.range) }
        let resizes =
            resized.map { Change.resize(section: $0.path.section, item: $0.path.item, to: $0.value) }
            + resizedSections.map {
                .resizeSection(at: $0.path.item, header: $0.value.header, footer: $0.value.footer)
            }
        return resizes + deletions + sectionChanges + itemChanges(itemPlan)
    }

    private func sectionChanges(_ plan: EditPlan) -> [Change] {
        var changes = plan.deletions.flatMap { $0.range.reversed().map(Change.deleteSection(at:)) }
        for step in plan.steps {
            switch step.target {
            case .insertion(let index):
                changes.append(.insertSection(at: step.to.item, sections.inserted[index].value))
            case .move:
                changes.append(.moveSection(from: step.from!.item, to: step.to.item))
            }
        }
        for section in sections.reloaded {
            changes.append(.replaceSection(at: plan.newPath(of: section.path)!.item, with: section.value))
        }
        return changes
    }

    /// What follows the changes of sections and the deletions.
    private func itemChanges(_ plan: EditPlan) -> [Change] {
        var changes: [Change] = []
        for step in plan.steps {
            switch step.target {
            case .insertion(let index):
                changes.append(
                    .insertItems(section: step.to.section, at: step.to.item, items.inserted[index].value))
            case .move:
                changes.append(.moveItem(from: step.from!, to: step.to))
            }
        }
        for item in items.reloaded {
            let path = plan.newPath(of: item.path)!
            changes.append(.deleteItems(section: path.section, path.item..<path.item + 1))
            changes.append(.insertItems(section: path.section, at: path.item, item.value))
        }
        return changes
    }

    /// What is resized must be there and stay.
    private func checkResizes(_ content: Content) throws(LayoutError) {
        guard !resized.isEmpty || !resizedSections.isEmpty else { return }
        let gone = Set(items.deleted + items.reloaded.map(\.path))
        let lost = Set(sections.deleted.map(\.item) + sections.reloaded.map(\.path.item))
        var seen: Set<Int> = []
        for (section, sizes) in resizedSections.map({ ($0.path.item, $0.value) }) {
            guard content.sections.indices.contains(section) else {
                throw .badEdit(section: section, item: nil, reason: "there is none before the transaction")
            }
            guard !lost.contains(section) else {
                throw .badEdit(section: section, item: nil, reason: "it is resized, and deleted or reloaded")
            }
            guard seen.insert(section).inserted else {
                throw .badEdit(section: section, item: nil, reason: "it is resized twice")
            }
            _ = try content.checkedSizes(section, header: sizes.header, footer: sizes.footer)
        }
        for path in resized.map(\.path) {
            let reason: String
            if !content.sections.indices.contains(path.section)
                || !(0..<Int(content.sections[path.section].count)).contains(path.item)
            {
                reason = "there is none before the transaction"
            } else if gone.contains(path) {
                reason = "it is resized, and deleted or reloaded"
            } else if lost.contains(path.section) {
                reason = "its section is deleted or reloaded"
            } else {
                continue
            }
            throw .badEdit(section: path.section, item: path.item, reason: reason)
        }
    }

    /// What is new must suit the layouts that it comes to.
    ///
    /// - Parameter layout: The layout of a section after the edits.
    private func checkValues(
        _ content: Content, _ layout: (_ section: Int) -> ResolvedLayout
    ) throws(LayoutError) {
        var sizes: [LayoutIndexPath: ItemValue] = [:]
        for (path, value) in resized.map({ ($0.path, $0.value) }) {
            guard sizes.updateValue(value, forKey: path) == nil else {
                throw .badEdit(section: path.section, item: path.item, reason: "it is resized twice")
            }
            try content.check(value, content.layout(ofSection: path.section), section: path.section, item: path.item)
        }
        for (path, items) in items.reloaded.map({ ($0.path, $0.value) }) {
            _ = try content.checked(
                items, content.layout(ofSection: path.section), section: path.section, at: path.item, beside: 0)
        }
        for (path, items) in items.inserted.map({ ($0.path, $0.value) }) {
            _ = try content.checked(items, layout(path.section), section: path.section, at: path.item, beside: 0)
        }
        for (from, to) in items.moved.map({ ($0.from, $0.to) }) {
            let (source, target) = (content.layout(ofSection: from.section), layout(to.section))
            guard source !== target else { continue }
            guard source.width == target.width else { throw .badMove(from, source.width, to: to.section, target.width) }
            var value = content.value(section: from.section, item: from.item)
            if let size = sizes[from] {
                value = ItemValue(content.snapped(size.numbers, source), count: source.width)
            }
            try content.check(value, target, section: to.section, item: to.item)
            try content.checkIsSnapped(value, target, section: to.section, item: to.item)
        }
    }

    private func checkCounts(_ plan: EditPlan, _ sectionCount: Int) throws(LayoutError) {
        guard let expectedCounts else { return }
        guard expectedCounts.count == sectionCount else {
            throw .unexpectedCount(
                section: nil, got: sectionCount, expected: expectedCounts.count,
                account: "\(sections.deleted.count) deleted, \(sections.inserted.count) inserted")
        }
        for (section, expected) in expectedCounts.enumerated() where plan.count(of: section) != expected {
            throw .unexpectedCount(
                section: section, got: plan.count(of: section), expected: expected, account: plan.account(of: section))
        }
    }
}
