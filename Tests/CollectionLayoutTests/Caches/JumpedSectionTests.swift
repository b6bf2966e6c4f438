import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections of equal items in rows, of which a cache without frames keeps no blocks.
@Suite struct JumpedSectionTests {
    private static let layouts: [(any SectionLayout, [Double])] = [
        (ListLayout(insets: EdgeInsets(all: 3), lineSpacing: 2), [20]), (ListLayout(), [0]),
        (FlowLayout(lineSpacing: 4, itemSpacing: 1), [40, 30]), (FlowLayout(alignment: .center), [70, 0]),
        (FlowLayout(lineSpacing: 1, uniformLastRow: true), [50, 10]), (FlowLayout(), [0, 25]),
        (FlowLayout(), [1000, 5]), (GridLayout(lineSpacing: 2, itemSpacing: 2), [4, 1]), (GridLayout(), [7, 0.3]),
    ]

    /// Sections of every layout, and some of unequal items between them.
    private func content(_ axis: Axis, snapping: Snapping = .grain) throws -> Content {
        var content = try Content(axis: axis, bounds: Size(width: 390, height: 600), snapping: snapping)
        for (number, (layout, value)) in Self.layouts.enumerated() {
            let index = try content.addLayout(layout)
            let header = number % 2 == 0 ? Size(width: 10, height: 10) : .zero
            try content.appendUniformSection(layout: index, count: 700 + number, value: value, header: header)
            if number % 3 == 0 {
                let list = try content.addLayout(ListLayout())
                try content.appendSection(layout: list, values: (0..<600).map { Double($0 % 7) })
            }
        }
        return content
    }

    private func compare(_ cache: some AttributeCache, seed: UInt64) throws {
        let plain = try BruteForce(CacheStrategy.oracle.prepared(cache.content))
        let some = stride(from: Int(seed % 61), to: plain.frames.count, by: 97).map { plain.frames[$0] }
        try plain.checkTraces(cache, around: some, limit: 60, seed: seed)
    }

    /// As long as items are equal there are blocks of the other sections only; the first edit of a section brings its own.
    @Test(arguments: Axis.allCases, [false, true])
    func edits(_ axis: Axis, _ seeksForms: Bool) throws {
        var cache = CheckpointCache(seekingForms: seeksForms)
        try cache.prepare(content(axis))
        let uniform = cache.content.sections.indices.filter { cache.content.sections[$0].isUniform }
        #expect(uniform.count == Self.layouts.count)
        #expect(uniform.allSatisfy { cache.blocks(of: $0).isEmpty } && cache.starts.count > 0)
        try compare(cache, seed: 1)
        var random = SplitMix64(seed: 5)
        for section in uniform.shuffled(using: &random) {
            let before = cache.starts.count
            var value = cache.content.value(section: section, item: 0)
            value[value.count - 1] = 0.25 + value[value.count - 1] * 2
            let item = random.index(below: Int(cache.content.sections[section].count))
            try cache.apply(.resize(section: section, item: item, to: value))
            #expect(cache.starts.count == before + cache.blocks(of: section).count && cache.starts.count > before)
            try compare(cache, seed: random.next())
        }
    }

    /// Not where sums are not exact.
    @Test func withoutSnapping() throws {
        var cache = CheckpointCache()
        try cache.prepare(content(.vertical, snapping: .none))
        #expect(cache.content.sections.indices.allSatisfy { !cache.blocks(of: $0).isEmpty })
        try compare(cache, seed: 2)
    }

    /// A content of such sections only is kept in what says where they begin.
    @Test func nothingIsKept() throws {
        var bytes: [Int] = []
        for count in [1000, 1_000_000, 1_000_000_000] {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let grid = try content.addLayout(GridLayout(lineSpacing: 0, itemSpacing: 0))
            try content.appendUniformSection(layout: grid, count: count, value: [4, 1])
            var cache = CheckpointCache()
            try cache.prepare(content)
            bytes.append(cache.byteCount)
            let last = try #require(cache.frame(of: ElementID(section: 0, item: count - 1)))
            #expect(last == Rect(x: 292.5, y: 97.5 * Double(count / 4 - 1), width: 97.5, height: 97.5))
            var hits = HitBuffer()
            cache.query(last, into: &hits)
            #expect(hits.ids == [ElementID(section: 0, item: count - 1)])
        }
        #expect(Set(bytes).count == 1 && bytes[0] < 200)
    }

    /// Rows by a division are those that a count finds, wherever the quotient is rounded to.
    @Test func rowsByDivision() throws {
        var random = SplitMix64(seed: 9)
        try withEvery("trial", in: 0..<4000) { trial in
            func grains(_ most: Int) -> Double { Double(random.index(below: most)) * Snapping.grainLength }
            let near = trial % 5 == 0 ? 7e12 + grains(1 << 20) : grains(1 << 20)
            let length = grains(trial % 3 == 0 ? 3 : 5000)
            let rows = AlikeRows(
                near: near, far: near + length, distance: length + grains(trial % 2 == 0 ? 1 : 900),
                count: random.index(below: 60))
            let row = Double(random.index(below: 64) - 2)
            var edge = (trial % 7 < 3 ? rows.near : rows.far) + row * rows.distance
            if trial % 4 == 0 { edge = random.index(below: 2) == 0 ? edge.nextUp : edge.nextDown }
            if trial % 100 == 0 { edge = [-.infinity, .infinity, .nan][trial / 100 % 3] }
            let ending = (0..<rows.count).count { rows.far + Double($0) * rows.distance <= edge }
            let beginning = (0..<rows.count).count { rows.near + Double($0) * rows.distance < edge }
            try check(rows.count(endingBy: edge) == ending, "\(rows) end by \(edge)")
            try check(rows.count(beginningBefore: edge) == beginning, "\(rows) begin before \(edge)")
        }
    }
}
