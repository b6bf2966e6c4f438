import LayoutTestSupport
import Testing

@testable import CollectionLayout

/// What is wrong with a transaction is told by the paths that its author wrote, whatever comes before it, and before anything
/// is applied.
@Suite struct TransactionErrorTests {
    /// Three lists of ten rows, and a waterfall of ratios.
    private func content() throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        let ratios = try content.addLayout(WaterfallLayout(itemLength: .aspectRatio))
        for _ in 0..<3 { try content.appendSection(layout: list, values: (0..<10).map { Double($0) + 10 }) }
        try content.appendSection(layout: ratios, values: [1, 0.5, 0.1])
        return content
    }

    private func error(_ edit: (inout Transaction) -> Void) throws -> LayoutError? {
        var transaction = Transaction()
        edit(&transaction)
        let content = try content()
        return #expect(throws: LayoutError.self) { try transaction.changes(in: content) }
    }

    private func expectBadValue(
        _ section: Int, _ item: Int, _ edit: (inout Transaction) -> Void, _ location: SourceLocation = #_sourceLocation
    ) throws {
        guard case .badValue(section, item, "length", _, _)? = try error(edit) else {
            Issue.record("\(String(describing: try error(edit)))", sourceLocation: location)
            return
        }
    }

    private let bad = NewItems.each(count: 2, values: [10, .nan])
    private func section(_ items: NewItems, header: Double = 0) -> SectionDescription {
        SectionDescription(layout: 0, items: items, header: Size(width: 1, height: header))
    }

    /// The items that a section had shared a value, which another layout of the section refuses.
    @Test(arguments: CacheStrategy.all)
    func anEmptySectionIsTakenBack(_ strategy: CacheStrategy) throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let weeks = try content.addLayout(CalendarWeekLayout(weekCount: 2))
        try content.appendUniformSection(layout: weeks, count: 1, value: [10, 9, 1])
        try content.apply(.deleteItems(section: 0, 0..<1))
        let oneWeek = try content.replacingLayouts { _, _ in CalendarWeekLayout(weekCount: 1) }
        var cache = try strategy.prepared(oneWeek)
        #expect(throws: LayoutError.self) { try cache.apply([.deleteSection(at: 0), .deleteSection(at: 7)]) }
        #expect(cache.content.sections.map(\.count) == [0])
        var undone = oneWeek
        let inverse = try undone.apply(.deleteSection(at: 0))
        try undone.apply(inverse)
        #expect(fingerprint(of: undone) == fingerprint(of: oneWeek))
        try undone.apply(.replaceSection(at: 0, with: undone.description(ofSection: 0)))
        try undone.apply(.insertItems(section: 0, at: 0, .uniform(count: 2, value: [3, 9, 1])))
        #expect(undone.sections.map(\.count) == [2] && undone.value(section: 0, item: 1) == [3, 9, 1])
    }

    @Test func valuesAreNamedByThePathsOfTheTransaction() throws {
        try expectBadValue(0, 1) {
            $0.moveItem(from: LayoutIndexPath(0, 0), to: LayoutIndexPath(0, 5))
            $0.insertItems(self.bad, at: LayoutIndexPath(0, 0))
        }
        try expectBadValue(0, 3) {
            $0.deleteItems(at: [LayoutIndexPath(0, 0)])
            $0.reloadItem(at: LayoutIndexPath(0, 3), value: [.nan])
        }
        try expectBadValue(1, 4) {
            $0.deleteItems(at: [LayoutIndexPath(1, 0)])
            $0.resizeItem(at: LayoutIndexPath(1, 4), to: [-1])
        }
        try expectBadValue(0, 1) {
            $0.moveSection(from: 0, to: 1)
            $0.insertSection(self.section(self.bad), at: 0)
        }
        try expectBadValue(2, 1) {
            $0.deleteSections([0])
            $0.reloadSection(at: 2, with: self.section(self.bad))
        }
        // Items that come into a section which is new itself.
        try expectBadValue(1, 3) {
            $0.insertSection(self.section(.uniform(count: 4, value: [10])), at: 1)
            $0.insertItems(self.bad, at: LayoutIndexPath(1, 2))
        }
    }

    @Test func sectionsAreNamed() throws {
        for header in [-1, .nan] {
            let error = try error {
                $0.insertSection(self.section(.uniform(count: 1, value: [10]), header: header), at: 1)
            }
            #expect(error?.description.contains("length of the header of section 1 is") == true)
        }
    }

    /// A ratio that is no length on the grain cannot become one, nor can it be made one by being resized at the same time.
    @Test func movesToOtherLayoutsAreNamedByTheirTargets() throws {
        try expectBadValue(1, 7) {
            $0.insertItems(.uniform(count: 1, value: [10]), at: LayoutIndexPath(1, 0))
            $0.moveItem(from: LayoutIndexPath(3, 2), to: LayoutIndexPath(1, 7))
        }
        try expectBadValue(1, 7) {
            $0.resizeItem(at: LayoutIndexPath(3, 0), to: [0.3])
            $0.moveItem(from: LayoutIndexPath(3, 0), to: LayoutIndexPath(1, 7))
        }
        var transaction = Transaction()
        transaction.resizeItem(at: LayoutIndexPath(3, 2), to: [0.25])
        transaction.moveItem(from: LayoutIndexPath(3, 2), to: LayoutIndexPath(1, 7))
        var content = try content()
        _ = try content.apply(try transaction.changes(in: content))
        #expect(content.value(section: 1, item: 7) == [0.25])
    }

    @Test func oneItemHasOneSize() throws {
        let error = try error {
            $0.resizeItem(at: LayoutIndexPath(2, 1), to: [1])
            $0.resizeItem(at: LayoutIndexPath(2, 1), to: [2])
        }
        #expect(error == .badEdit(section: 2, item: 1, reason: "it is resized twice"))
    }

    /// Counts and paths that no content has, up to the largest number, such as NSNotFound.
    @Test func numbersBeyondAllContents() throws {
        for count in [-1, Content.largestCount + 1, .max] {
            for expects in [false, true] {
                let error = try error {
                    if expects { $0.expectedCounts = [10, 10, 10, 3] }
                    $0.insertItems(.uniform(count: count, value: [10]), at: LayoutIndexPath(0, 1))
                    $0.insertItems(.uniform(count: count, value: [10]), at: LayoutIndexPath(0, 5))
                    $0.reloadItem(at: LayoutIndexPath(0, 3), value: [1])
                }
                guard case .tooMany(_, count, _)? = error else {
                    Issue.record("\(count): \(String(describing: error))")
                    continue
                }
            }
        }
        for item in [-1, 12, Content.largestCount + 1, .max, .min] {
            let error = try error {
                $0.insertItems(.uniform(count: 1, value: [10]), at: LayoutIndexPath(0, item))
                $0.moveItem(from: LayoutIndexPath(1, 1), to: LayoutIndexPath(0, item))
            }
            guard case .badEdit(0, item, _)? = error else {
                Issue.record("\(item): \(String(describing: error))")
                continue
            }
        }
        for section in [-1, 5, .max, .min] {
            #expect(try error { $0.moveSection(from: 0, to: section) } != nil)
            #expect(try error { $0.deleteSections([section]) } != nil)
            #expect(try error { $0.deleteItems(at: [LayoutIndexPath(section, 0)]) } != nil)
        }
    }

    @Test func headersOfSections() throws {
        let size = Size(width: 1, height: 5)
        for (section, reason, edit) in [
            (4, "there is none before", { $0.resizeSection(at: 4, header: size) }),
            (
                1, "deleted or reloaded",
                {
                    $0.resizeSection(at: 1, header: size); $0.deleteSections([1])
                }
            ),
            (
                2, "resized twice",
                {
                    $0.resizeSection(at: 2); $0.resizeSection(at: 2)
                }
            ),
            (
                3, "it has no header",
                {
                    $0.deleteSections([0]); $0.resizeSection(at: 3, header: size)
                }
            ),
            (
                3, "it has no footer",
                {
                    $0.moveSection(from: 3, to: 0); $0.resizeSection(at: 3, footer: size)
                }
            ),
        ] as [(Int, String, (inout Transaction) -> Void)] {
            let text = try error(edit)?.description ?? ""
            #expect(text.hasPrefix("section \(section): ") && text.contains(reason), "\(text)")
        }
    }
}
