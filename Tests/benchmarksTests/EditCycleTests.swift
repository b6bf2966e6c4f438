import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@testable import benchmarks

/// The edits that are timed again and again, and those that are counted.
@Suite struct EditCycleTests {
    @Test(arguments: UpdateCase.Edit.allCases.filter(\.isTimed))
    func everyEditOfEveryTurnChangesTheContent(_ edit: UpdateCase.Edit) throws {
        try withEvery("dataset", in: Dataset.all.map(\.id)) { id in
            let content = try #require(Dataset.named(id)).make(300, Dataset.defaultSeed)
            let cycle = edit.cycle(of: content, seed: 1)
            try check(cycle.count == UpdateCase.changes, "got \(cycle.count) edits")
            var edited = content
            for turn in 0..<2 {
                for (index, change) in cycle.enumerated() {
                    let before = fingerprint(of: edited)
                    try edited.apply(change)
                    try check(fingerprint(of: edited) != before, "edit \(index) of turn \(turn) changes nothing")
                }
            }
            try check(edited.itemCount == content.itemCount, "\(edited.itemCount) items are left")
        }
    }

    /// Of edits that take each other back, insertions count as such and deletions as such.
    @Test func insertionsAndDeletionsAreCountedApart() throws {
        let content = try #require(Dataset.named("chat")).make(300, Dataset.defaultSeed)
        for edit in UpdateCase.Edit.allCases {
            let changes = edit.changes(of: content, seed: 1, count: 20, at: .random)
            let counted = changes.filter(edit.counts)
            #expect(changes.count == 20 && counted.count == ([.insert, .delete].contains(edit) ? 10 : 20))
            #expect(
                counted.allSatisfy { change in
                    switch change {
                    case .resize: edit == .resize
                    case .insertItems: edit == .insert
                    case .deleteItems: edit == .delete
                    case .moveItem: edit == .move
                    default: false
                    }
                }, "\(edit)")
        }
    }
}
