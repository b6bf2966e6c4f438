import CollectionLayout
import Foundation
import LayoutTestSupport
import Testing
import Workloads

@Suite struct DatasetTests {
    static let datasets = Dataset.every
    private static let thresholds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Benchmarks/Thresholds/linux-x86_64-swift6.3.csv")

    @Test func summariesSayPowersAsSuch() throws {
        #expect(try #require(Dataset.named("beyond-2-24")).summary.hasSuffix("longer than 2^24 pt"))
        #expect(try #require(Dataset.named("beyond-1e12")).summary.hasSuffix("longer than 1e12 pt"))
    }

    @Test func idsAreUniqueAndWellFormed() {
        let ids = Self.datasets.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(id)")
            #expect(Dataset.named(id)?.id == id)
        }
        #expect(Dataset.named("no-such-dataset") == nil)
    }

    @Test func countsAreExact() throws {
        try withEvery("dataset", in: Self.datasets.map(\.id)) { id in
            let dataset = try #require(Dataset.named(id))
            try withEvery("n", in: Array(0...60) + [1000]) { n in
                try withEvery("seed", in: [0, 1, 2] as [UInt64]) { seed in
                    let content = try dataset.make(n, seed)
                    try check(content.itemCount == n, "got \(content.itemCount) items")
                    let total = content.sections.reduce(0) { $0 + Int($1.count) }
                    try check(total == n, "the sections have \(total) items")
                    try check(
                        content.container.breadth == Dataset.bounds.width || id == "wide-circle",
                        "laid out in other bounds")
                }
            }
        }
    }

    @Test func theSameSeedMakesTheSameContent() throws {
        for dataset in Self.datasets {
            let first = fingerprint(of: try dataset.make(1000, 1))
            #expect(try fingerprint(of: dataset.make(1000, 1)) == first, "\(dataset.id)")
        }
    }

    @Test func contentsAreThoseThatWereMeasured() throws {
        let thresholds = try String(contentsOf: Self.thresholds, encoding: .utf8)
        for dataset in Self.datasets where goldenContents[dataset.id] != nil || thresholds.contains(",\(dataset.id),") {
            var oracle = FullArrayCache()
            try oracle.prepare(try dataset.make(1000, 1))
            let (content, frames) = (fingerprint(of: oracle.content), oracle.framesChecksum())
            // The message is the line that belongs into the table.
            let line = "\"\(dataset.id)\": (0x\(String(content, radix: 16)), 0x\(String(frames, radix: 16))),"
            #expect(goldenContents[dataset.id].map { $0 == (content, frames) } == true, "\(line)")
        }
        #expect(Set(goldenContents.keys).isSubset(of: Set(Self.datasets.map(\.id))))
    }

    @Test func otherSeedsMakeOtherContents() throws {
        // These have nothing that is drawn.
        let fixed: Set = ["identical-frames", "alternating-heights", "decorated-sections", "circle-rim", "wide-circle"]
        try withEvery("dataset", in: Self.datasets.filter { !fixed.contains($0.id) }.map(\.id)) { id in
            let dataset = try #require(Dataset.named(id))
            let contents = try Set((0..<8).map { seed in try fingerprint(of: dataset.make(100, seed)) })
            try check(contents.count > 2, "\(contents.count) different contents in 8 seeds")
        }
    }

    @Test func descriptionsHold() throws {
        try withEvery("dataset", in: Self.datasets.map(\.id)) { id in
            let dataset = try #require(Dataset.named(id))
            let content = try dataset.make(1000, Dataset.defaultSeed)
            let layouts = Set(content.layouts.map { type(of: $0).id })
            try check(layouts.contains(dataset.layoutID), "layouts \(layouts), expected \(dataset.layoutID)")
            var cache = FullArrayCache()
            try cache.prepare(content)
            let isShort = ["identical-frames", "circle-rim"].contains(id)
            try check(cache.contentSize.height > 844 || isShort, "fits on a screen")
        }
    }

    @Test func everySectionSharesOneLayout() throws {
        for id in ["photo-days", "chat", "tiny-sections", "decorated-sections", "sticky-headers"] {
            let content = try #require(Dataset.named(id)).make(2000, 5)
            #expect(content.layouts.count == 1, "\(id)")
            #expect(content.sections.count > 8, "\(id)")
        }
    }
}
