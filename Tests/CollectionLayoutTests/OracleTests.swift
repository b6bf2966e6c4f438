import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// The oracle is checked by something that shares no code with it.
@Suite struct OracleTests {
    @Test(arguments: SampleLayout.all)
    func findsWhatBruteForceFinds(_ layout: SampleLayout) throws {
        try withEvery("axis", in: Axis.allCases) { axis in
            try withEvery("count", in: 0...6) { count in
                try withEvery("decoration", in: 0..<8) { decoration in
                    let content = try sample(
                        [layout], counts: [count, 1], axis: axis, decoration: decoration, seed: UInt64(count))
                    let oracle = try CacheStrategy.oracle.prepared(content)
                    let plain = try BruteForce(oracle)
                    let seed = UInt64(count * 8 + decoration)
                    try plain.checkQueries(oracle, boundaryRects(of: plain.frames, limit: 60, seed: seed))
                }
            }
        }
    }

    /// Every rect that touches a frame, in the smallest worlds.
    @Test(arguments: SampleLayout.all)
    func findsWhatBruteForceFindsForEveryRect(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [2])
        let oracle = try CacheStrategy.oracle.prepared(content)
        let plain = try BruteForce(oracle)
        try plain.checkQueries(oracle, boundaryRects(of: plain.frames, limit: 10_000))
    }

    /// Without lanes to keep, a layout after edits is the layout of the edited content.
    @Test(arguments: SampleLayout.all.filter { !$0.keepsLanes })
    func anEditedLayoutIsTheLayoutOfTheEditedContent(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [40, 0, 30], decoration: 3)
        var oracle = CacheStrategy.oracle.make()
        try oracle.prepare(content)
        for change in resizes(of: content, count: 30, seed: 4, at: .random) {
            try oracle.apply(change)
            try BruteForce(try CacheStrategy.oracle.prepared(oracle.content)).checkFrames(oracle)
        }
    }

    @Test func unknownElementsHaveNoFrame() throws {
        let content = try sample([SampleLayout.all[0]], counts: [3, 0], decoration: 1)
        for strategy in CacheStrategy.all {
            let cache = try strategy.prepared(content)
            let unknown = [
                ElementID(section: 0, item: 3), ElementID(section: 1, item: 0), ElementID(section: 2, item: 0),
                ElementID(section: Int32(-1), item: 0), ElementID(section: Int32(0), item: -1),
                ElementID(section: 0, item: 0, kind: .footer), ElementID(section: 0, item: 1, kind: .header),
                ElementID(section: 0, item: 0, kind: .decoration(9)), ElementID(section: Int32.max, item: .max),
            ]
            for id in unknown { #expect(cache.frame(of: id) == nil, "\(strategy.id): \(id)") }
            #expect(cache.frame(of: ElementID(section: 0, item: 0, kind: .header)) != nil)
        }
    }

    @Test func aCacheOfNothingFindsNothing() throws {
        for strategy in CacheStrategy.all {
            let cache = strategy.make()
            var hits = HitBuffer()
            for rect in [everything, .zero, Rect(x: .nan, y: 0, width: 1, height: 1)] {
                cache.query(rect, into: &hits)
            }
            #expect(hits.count == 0 && cache.elementCount == 0 && cache.contentSize == .zero, "\(strategy.id)")
            #expect(cache.frame(of: ElementID(section: 0, item: 0)) == nil)
        }
    }
}
