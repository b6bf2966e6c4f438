import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct InsertionsTests {
    /// Each insertion adds an item where it says, and the deletion behind it leaves no trace.
    @Test func everyInsertionIsTakenBack() throws {
        try withEvery("dataset", in: DatasetTests.datasets.map(\.id)) { id in
            let content = try #require(Dataset.named(id)).make(300, Dataset.defaultSeed)
            try withEvery("place", in: EditPlace.allCases) { place in
                let changes = Edit.insert.cycle(of: content, count: 20, seed: 4, at: place).flatMap(\.self)
                try check(changes.count == 20, "got \(changes.count)")
                var edited = content
                for (number, change) in changes.enumerated() {
                    try edited.apply(change)
                    try check(edited.itemCount == content.itemCount + (number + 1) % 2, "items after \(change)")
                }
                for section in content.sections.indices {
                    try check(edited.sections[section].count == content.sections[section].count, "section \(section)")
                    for item in 0..<Int(content.sections[section].count) {
                        try check(
                            edited.value(section: section, item: item) == content.value(section: section, item: item),
                            "item \(item) of section \(section)")
                    }
                }
            }
        }
    }

    @Test func insertionsStrikeTheirPlace() throws {
        let content = try #require(Dataset.named("chat")).make(1000, 2)
        let starts = content.sections.indices.map { section in
            content.sections[..<section].reduce(0) { $0 + Int($1.count) }
        }
        let places = Edit.insert.cycle(of: content, count: 100, seed: 1, at: .middle).joined().compactMap { change in
            guard case .insertItems(let section, let item, let items) = change, items.count == 1 else {
                return Int?.none
            }
            return starts[section] + item
        }
        #expect(places.count == 50 && places.allSatisfy((495..<505).contains))
        let empty = try Content(bounds: Size(width: 1, height: 1))
        #expect(Edit.insert.cycle(of: empty, count: 4, seed: 1, at: .random).isEmpty)
    }
}
