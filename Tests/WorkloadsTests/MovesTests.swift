import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct MovesTests {
    @Test func everyMoveIsTakenBack() throws {
        try withEvery("dataset", in: DatasetTests.datasets.map(\.id)) { id in
            let content = try #require(Dataset.named(id)).make(300, Dataset.defaultSeed)
            try withEvery("place", in: EditPlace.allCases) { place in
                let changes = Edit.move.cycle(of: content, count: 20, seed: 4, at: place).flatMap(\.self)
                try check(changes.count == 20, "got \(changes.count)")
                var edited = content
                for (number, change) in changes.enumerated() {
                    try edited.apply(change)
                    guard !number.isMultiple(of: 2) else { continue }
                    try check(fingerprint(of: edited) == fingerprint(of: content), "after \(change)")
                }
            }
        }
    }

    @Test func itemsGoAnywhereInTheirSection() throws {
        let content = try #require(Dataset.named("pinterest")).make(1000, 2)
        var targets: [Int] = []
        for (number, change) in Edit.move.cycle(of: content, count: 400, seed: 1, at: .head).joined().enumerated() {
            guard case .moveItem(let from, let to) = change, number.isMultiple(of: 2) else { continue }
            #expect(from.item < 10)
            targets.append(to.item)
        }
        // Of 200 places in a thousand the mean is 500 with a standard error of 20.
        #expect(targets.count == 200 && abs(targets.reduce(0, +) / 200 - 500) < 100)
    }

    /// No edit of a calendar puts an event among those of another day.
    @Test func daysStayInOrder() throws {
        let content = try #require(Dataset.named("calendar")).make(1000, 2)
        func days(_ content: Content) -> [Double] {
            (0..<content.itemCount).map { content.value(section: 0, item: $0)[0] }
        }
        #expect(content.sections.count == 1)
        var movedEvents = 0
        for edit in Edit.standard {
            var edited = content
            for change in edit.cycle(of: content, count: 100, seed: 3, at: .random).joined() {
                try edited.apply(change)
                #expect(days(edited) == days(edited).sorted(), "\(change)")
                if case .moveItem(let from, let to) = change, from != to { movedEvents += 1 }
            }
        }
        #expect(movedEvents > 80, "of 100 events \(movedEvents) went to another place")
    }
}
