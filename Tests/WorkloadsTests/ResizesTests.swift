import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct ResizesTests {
    @Test func resizesAreValidEverywhere() throws {
        try withEvery("dataset", in: DatasetTests.datasets.map(\.id)) { id in
            let content = try #require(Dataset.named(id)).make(300, Dataset.defaultSeed)
            try withEvery("place", in: EditPlace.allCases) { place in
                let changes = resizes(of: content, count: 50, seed: 4, at: place)
                try check(changes.count == 50, "got \(changes.count)")
                var edited = content
                for change in changes { try edited.apply(change) }
                let hasValues = !content.fold(ofSection: 0).valueNames.isEmpty
                try check((fingerprint(of: edited) != fingerprint(of: content)) == hasValues, "nothing changed")
                try check(resizes(of: content, count: 50, seed: 4, at: place) == changes, "differ the second time")
            }
        }
    }

    /// The ordinals among all items that the resizes of a place strike.
    private func ordinals(_ content: Content, _ place: EditPlace) -> [Int] {
        resizes(of: content, count: 400, seed: 1, at: place).map { change in
            guard case .resize(let section, let item, _) = change else { return -1 }
            return content.sections[..<section].reduce(0) { $0 + Int($1.count) } + item
        }
    }

    @Test func placesAreWhereTheySay() throws {
        let content = try #require(Dataset.named("photo-days")).make(1000, 2)
        #expect(ordinals(content, .head).allSatisfy { $0 < 10 })
        #expect(ordinals(content, .middle).allSatisfy { (495..<505).contains($0) })
        #expect(ordinals(content, .tail).allSatisfy { (990..<1000).contains($0) })
        let anywhere = ordinals(content, .random)
        #expect(anywhere.contains { $0 < 100 } && anywhere.contains { $0 > 900 })
        #expect(anywhere.allSatisfy { (0..<1000).contains($0) })
    }

    @Test func smallContents() throws {
        for place in EditPlace.allCases {
            for n in 0...3 {
                let content = try #require(Dataset.named("chat")).make(n, 1)
                #expect(resizes(of: content, count: 5, seed: 1, at: place).count == (n == 0 ? 0 : 5))
            }
        }
    }

    @Test func positionsStay() throws {
        let content = try #require(Dataset.named("free-form")).make(100, 1)
        let changes = resizes(of: content, count: 50, seed: 1, at: .random)
        #expect(changes.count == 50)
        for change in changes {
            guard case .resize(let section, let item, let value) = change else {
                Issue.record("got \(change), expected a resize")
                continue
            }
            let former = content.value(section: section, item: item)
            #expect(value[0] == former[0] && value[1] == former[1])
            #expect(value[2] >= former[2] * 0.49 && value[2] <= former[2] * 2)
        }
    }
}
