import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct DeletionsTests {
    /// Each deletion takes one of the content's items out, and the insertion behind it leaves no trace.
    @Test func everyDeletionIsTakenBack() throws {
        try withEvery("dataset", in: DatasetTests.datasets.map(\.id)) { id in
            let content = try #require(Dataset.named(id)).make(300, Dataset.defaultSeed)
            try withEvery("place", in: EditPlace.allCases) { place in
                let changes = Edit.delete.cycle(of: content, count: 20, seed: 4, at: place).flatMap(\.self)
                try check(changes.count == 20, "got \(changes.count)")
                var edited = content
                for (number, change) in changes.enumerated() {
                    try edited.apply(change)
                    try check(edited.itemCount == content.itemCount - (number + 1) % 2, "items after \(change)")
                    guard !number.isMultiple(of: 2) else { continue }
                    try check(fingerprint(of: edited) == fingerprint(of: content), "after \(change)")
                }
            }
        }
    }

    @Test func deletionsStrikeTheirPlace() throws {
        let content = try #require(Dataset.named("pinterest")).make(1000, 2)
        let ranges = Edit.delete.cycle(of: content, count: 100, seed: 1, at: .tail).joined().compactMap { change in
            if case .deleteItems(_, let range) = change { range } else { nil }
        }
        #expect(ranges.count == 50 && ranges.allSatisfy { (990..<1000).contains($0.lowerBound) && $0.count == 1 })
        let empty = try Content(bounds: Size(width: 1, height: 1))
        #expect(Edit.delete.cycle(of: empty, count: 4, seed: 1, at: .random).isEmpty)
    }
}
