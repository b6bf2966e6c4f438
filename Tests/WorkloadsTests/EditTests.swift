import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct EditTests {
    @Test func idsAreUniqueAndWellFormed() {
        let ids = Edit.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(id)")
            #expect(Edit.named(id)?.id == id)
        }
        // Results tell scrolls, traces with edits and edits apart by their names.
        #expect(Set(ids).isDisjoint(with: Trace.all.map(\.id) + EditTrace.all.map(\.id)))
        #expect(Edit.named("no-such-edit") == nil)
    }

    /// What each second transaction leaves is what was there before, and the first one has changed it.
    @Test func everyEditIsTakenBack() throws {
        // Not every dataset has what every edit needs.
        var whole: Set<String> = []
        try withEvery("dataset", in: DatasetTests.datasets.map(\.id)) { id in
            let dataset = try #require(Dataset.named(id))
            let content = try dataset.make(300, Dataset.defaultSeed)
            let before = items(of: content)
            try withEvery("edit", in: Edit.all.map(\.id)) { id in
                let edit = try #require(Edit.named(id))
                // Of transactions of thousands of changes those of one dataset are enough.
                guard edit.changeCount <= 100 || dataset.id == "photo-days" else { return }
                let cycle = edit.cycle(of: content, count: 6, seed: 4, at: .random)
                try check(cycle.count.isMultiple(of: 2), "got \(cycle.count)")
                if cycle.count == 6 { whole.insert(id) }
                var edited = content
                for (number, changes) in cycle.enumerated() {
                    try edited.apply(changes)
                    let isSame = items(of: edited) == before
                    if !number.isMultiple(of: 2) {
                        try check(isSame, "transaction \(number) does not take back the one before")
                    } else if !edit.isReversedByItsLike {
                        // Others may find items without values or sections that are alike.
                        try check(!isSame, "transaction \(number) changes nothing")
                    }
                }
            }
        }
        // Of 300 items no 10,000 can be deleted.
        #expect(whole == Set(Edit.all.map(\.id)).subtracting(["delete-10k"]))
    }

    /// How many items come and go, where and in one transaction.
    @Test func editsDoWhatTheirSummariesSay() throws {
        let content = try #require(Dataset.named("photo-days")).make(30_000, Dataset.defaultSeed)
        func counts(_ id: String) throws -> (items: Int, sections: Int) {
            let cycle = try #require(Edit.named(id)).cycle(of: content, count: 2, seed: 1, at: .middle)
            var edited = content
            try edited.apply(#require(cycle.first))
            return (edited.itemCount - content.itemCount, edited.sections.count - content.sections.count)
        }
        for size in [20, 50, 500] {
            #expect(try counts("prepend-\(size)") == (size, 0))
            #expect(try counts("append-\(size)") == (size, 0))
        }
        #expect(try counts("insert") == (1, 0) && counts("delete") == (-1, 0))
        // Of 10,000 places among 30,000 about 1500 are drawn twice: two items are inserted there, and other ones deleted.
        #expect(try counts("insert-100") == (100, 0) && counts("insert-10k") == (10_000, 0))
        #expect(try counts("delete-100") == (-100, 0) && counts("delete-10k") == (-10_000, 0))
        for id in ["resize", "resize-head", "resize-tail", "move", "move-100", "move-10k", "move-section"] {
            #expect(try counts(id) == (0, 0), "\(id)")
        }
        #expect(try counts("insert-section").sections == 1 && counts("delete-section").sections == -1)
        #expect(try counts("reload-section").sections == 0)
    }

    /// The first and the last items, and new ones before and behind all.
    @Test func placesAreTheEnds() throws {
        let content = try #require(Dataset.named("pinterest")).make(1000, 2)
        func changes(_ id: String) throws -> [Change] {
            try #require(Edit.named(id)).cycle(of: content, count: 40, seed: 1, at: .middle).flatMap(\.self)
        }
        func items(_ id: String) throws -> [Int] {
            try changes(id).compactMap { change in
                switch change {
                case .resize(_, let item, _), .insertItems(_, let item, _): item
                default: nil
                }
            }
        }
        let (first, last) = (try items("resize-head"), try items("resize-tail"))
        #expect(first.count == 40 && first.allSatisfy { $0 < 10 })
        #expect(last.count == 40 && last.allSatisfy { (990..<1000).contains($0) })
        let (before, behind) = (try items("prepend-20"), try items("append-50"))
        #expect(before.count == 20 && before.allSatisfy { $0 == 0 })
        #expect(behind.count == 20 && behind.allSatisfy { $0 == 1000 })
    }

    @Test func contentsThatHaveNotWhatEditsNeedGetNone() throws {
        let empty = try Content(bounds: Size(width: 1, height: 1))
        for edit in Edit.all { #expect(edit.cycle(of: empty, count: 4, seed: 1, at: .random).isEmpty, "\(edit.id)") }
        let single = try #require(Dataset.named("pinterest")).make(100, 1)
        for id in ["insert-section", "delete-section", "move-section", "reload-section", "delete-100"] {
            #expect(try #require(Edit.named(id)).cycle(of: single, count: 4, seed: 1, at: .random).isEmpty, "\(id)")
        }
    }

    /// A reversal takes back what any change does, also to headers.
    @Test func reversalsTakeBackHeaders() throws {
        let content = try #require(Dataset.named("sticky-headers")).make(100, 1)
        let change = Change.resizeSection(at: 2, header: Size(width: 390, height: 77))
        var edited = content
        try edited.apply(change)
        #expect(edited.sections[2].headerLength == 77)
        try edited.apply(change.reversal(in: content))
        #expect(items(of: edited) == items(of: content))
        #expect(edited.sections[2].headerLength == content.sections[2].headerLength)
    }
}

/// The values of all items, section by section, behind the length of its header.
private func items(of content: Content) -> [[ItemValue]] {
    content.sections.enumerated().map { section, description in
        [[description.headerLength]]
            + (0..<Int(description.count)).map { content.value(section: section, item: $0) }
    }
}

extension Content {
    /// Applies changes one after the other.
    fileprivate mutating func apply(_ changes: [Change]) throws {
        for change in changes { try apply(change) }
    }
}
