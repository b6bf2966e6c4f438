import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What is shown before everything is laid out, and what comes of it in the end.
@Suite struct ViewportFirstTests {
    static let size = Size(width: 1000, height: 1000)

    /// Sections of a layout, short and long, around one of a list.
    static func content(_ entry: NamedLayout, _ axis: Axis, seed: UInt64, counts: [Int] = [300, 1300]) throws -> Content
    {
        var content = try Content(axis: axis, bounds: size)
        let layout = try content.addLayout(entry.make())
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        let header = Size(width: 30, height: 20)
        for (number, count) in counts.enumerated() {
            try content.append(
                entry.values(count, seed: seed &+ UInt64(number)), layout: layout, header: header, footer: header)
            try content.appendUniformSection(layout: list, count: 3, value: [40], background: .background)
        }
        try content.append([], layout: layout, header: header)
        return content
    }

    /// Broader than any content.
    private func viewport(at y: Double) -> Rect { Rect(x: -1e4, y: y, width: 2e4, height: 1000) }

    /// Whatever has been shown, in slices of whatever size, the end is what the oracle says.
    @Test(arguments: LayoutVariants.all.indices)
    func converges(_ index: Int) throws {
        let entry = LayoutVariants.all[index]
        for (number, items) in [1, 90, 700].enumerated() {
            let content = try Self.content(entry, Axis.allCases[number % 2], seed: UInt64(number))
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            var random = SplitMix64(seed: UInt64(index * 4 + number))
            var cache = ViewportFirstCache()
            var rect = viewport(at: 0)
            try cache.prepare(content, showing: rect)
            // With slices of one item only some of the way.
            for step in 0..<30 where !cache.isComplete {
                let y = random.uniform(-500, cache.contentSize.height + 500)
                if step % 3 == 0 { rect = viewport(at: y) }
                rect.y += cache.show(rect, keeping: nil)
                rect.y += try cache.layOutMore(items: items, showing: rect, keeping: nil)
                cache.checkInvariants()
                try checkOrder(cache)
            }
            if items > 1 { #expect(cache.isComplete) }
            while !cache.isComplete { _ = try cache.layOutMore(items: 10_000, showing: rect, keeping: nil) }
            var frames: [Rect] = []
            for section in [0, 2] {
                for item in stride(from: 0, to: Int(content.sections[section].count), by: 217) {
                    frames.append(try #require(oracle.frame(of: ElementID(section: section, item: item))))
                }
            }
            let rects = boundaryRects(of: frames, limit: 4) + [everything]
            if let difference = expectEquivalent(cache, oracle, rects) {
                Issue.record("\(entry.id) (\(entry.summary)), slices of \(items): \(difference)")
            }
            for section in content.sections.indices {
                #expect(cache.geometry(ofSection: section) == oracle.geometry(ofSection: section))
            }
        }
    }

    /// Estimates or not, sections follow one another, within the content.
    private func checkOrder(_ cache: ViewportFirstCache) throws {
        var end = 0.0
        for section in cache.content.sections.indices {
            let geometry = cache.geometry(ofSection: section)
            try check(
                geometry.offset >= end && geometry.extent >= 0, "section \(section) at \(geometry.offset), \(end)")
            end = geometry.offset
            let header = cache.frame(of: ElementID(section: section, item: 0, kind: .header))
            try check((header == nil) == (section % 2 == 1), "section \(section), header \(String(describing: header))")
        }
        try check(cache.contentSize.height >= end, "a section begins at \(end) in \(cache.contentSize)")
    }

    /// Where elements are, in the coordinates of their section.
    private func local(_ cache: some AttributeCache, _ rect: Rect) -> [ElementID: Rect] {
        var hits = HitBuffer()
        cache.query(rect, into: &hits)
        return Dictionary(
            uniqueKeysWithValues: hits.ids.map { id in
                let offset = cache.geometry(ofSection: Int(id.section)).offset
                return (id, cache.frame(of: id)!.offset(x: 0, y: -offset))
            })
    }

    @Test(arguments: LayoutVariants.all.indices)
    func theFirstQueryIsExactAtTheTop(_ index: Int) throws {
        let entry = LayoutVariants.all[index]
        let content = try Self.content(entry, .vertical, seed: 9, counts: [3000, 700])
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: viewport(at: 0))
        var count = 0
        for y in [-300.0, 0, 500, 999] {
            let expected = local(oracle, viewport(at: y))
            #expect(local(cache, viewport(at: y)) == expected, "\(entry.id) at \(y)")
            count += expected.count
        }
        #expect(count > 0)
    }

    /// Sections that begin within reach are exact in their own coordinates, wherever they are estimated to stand.
    @Test(arguments: LayoutVariants.all.indices)
    func sectionsAreExactInThemselves(_ index: Int) throws {
        let entry = LayoutVariants.all[index]
        let content = try Self.content(entry, .vertical, seed: 5, counts: Array(repeating: 400, count: 14))
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: viewport(at: 0))
        #expect(!cache.isComplete)
        let placed = cache.itemsPlaced
        var count = 0
        for part in [0.9, 0.5, 0.7, 1] {
            var rect = viewport(at: (cache.contentSize.height - 1000) * part)
            rect.y += cache.show(rect, keeping: nil)
            let found = local(cache, rect)
            // A section's own middle is a place to ask the oracle for.
            for section in Set(found.keys.map { Int($0.section) }) {
                let shift = oracle.geometry(ofSection: section).offset - cache.geometry(ofSection: section).offset
                let expected = local(oracle, rect.offset(x: 0, y: shift)).filter { $0.key.section == section }
                let here = found.filter { $0.key.section == section }
                #expect(here == expected, "\(entry.id), section \(section)")
            }
            count += found.count
        }
        #expect(count > 10)
        // Layouts whose items stand anywhere lay out whole sections.
        if content.fold(ofSection: 0).positionCount > 0 {
            #expect(cache.itemsPlaced - placed < 4 * (2 * ViewportFirstCache.nearby + 6000))
        }
    }

    /// What stands above its section is found where it is as soon as that is exact: whatever is shown, and whatever is laid out next.
    @Test func whatReachesOutOfItsSectionIsFound() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        let free = try content.addLayout(FreeFormLayout())
        try content.appendUniformSection(layout: list, count: 3000, value: [50])
        try content.appendSection(layout: free, values: [10, -149_950, 20, 20])
        try content.appendUniformSection(layout: list, count: 50_000, value: [50])
        let id = ElementID(section: 1, item: 0)
        func finds(_ cache: ViewportFirstCache, _ rect: Rect) -> Int {
            var hits = HitBuffer()
            cache.query(rect, into: &hits)
            return hits.ids.count { $0 == id }
        }
        let top = Rect(x: 0, y: 0, width: 100, height: 200)
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: top)
        #expect(finds(cache, top) == 0)
        _ = try cache.layOutMore(items: 3000, showing: top, keeping: nil)
        #expect(!cache.isComplete && cache.frame(of: id) == Rect(x: 10, y: 50, width: 20, height: 20))
        #expect(finds(cache, top) == 1)
        // From afar, and next to its section, where it is shown as well.
        for y in [1_500_000.0, 149_900] {
            var rect = top.offset(x: 0, y: y)
            rect.y += cache.show(rect, keeping: nil)
            #expect(finds(cache, top) == 1 && finds(cache, rect) == 0, "shown at \(rect)")
        }
    }

    /// The work of prepare and the first queries, counted by the fold, is the same at ten thousand items and ten million.
    @Test func theWorkDoesNotDependOnTheNumberOfItems() throws {
        for (layout, value) in [
            (ListLayout(lineSpacing: 2) as any SectionLayout, [36.5]), (FlowLayout(), [48, 48]),
            (WaterfallLayout(laneCount: 3), [70]),
        ] {
            for sectionSize in [100, 5000, 10_000_000] {
                var work: [[Int]] = []
                for n in [20_000, 10_000_000] {
                    let counter = PlacedItems()
                    var content = try Content(bounds: Size(width: 390, height: 844))
                    let index = try content.addLayout(CountedLayout(base: layout, placed: counter))
                    for _ in 0..<max(n / sectionSize, 1) {
                        try content.appendUniformSection(layout: index, count: min(sectionSize, n), value: value)
                    }
                    var cache = ViewportFirstCache()
                    var steps: [Int] = []
                    try cache.prepare(content, showing: Rect(x: 0, y: 0, width: 390, height: 844))
                    steps.append(counter.count)
                    #expect(counter.count == cache.itemsPlaced)
                    let far = cache.contentSize.height
                    for y in [far - 844, far / 2] {
                        let shift = cache.show(Rect(x: 0, y: y, width: 390, height: 844), keeping: nil)
                        var hits = HitBuffer()
                        cache.query(Rect(x: 0, y: y + shift, width: 390, height: 844), into: &hits)
                        #expect(hits.count > 10)
                        steps.append(counter.count)
                    }
                    // What stands in three viewports; then the same and a detour from a section's beginning, twice at most.
                    #expect(steps[0] <= ViewportFirstCache.nearby + 160 + 3 * 144 + 32, "\(n)")
                    #expect(steps[2] - steps[0] <= 2 * (3 * ViewportFirstCache.nearby + 6 * 144), "\(n)")
                    work.append(steps)
                }
                #expect(work[0][0] == work[1][0], "sections of \(sectionSize)")
            }
        }
    }

    /// A slice places what it may, what is left of a block, and what is shown.
    @Test(arguments: [1, 64, 1000])
    func slicesAreBounded(_ items: Int) throws {
        let counter = PlacedItems()
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(CountedLayout(base: ListLayout(), placed: counter))
        for count in [30_000, 10, 10, 20_000] {
            try content.appendUniformSection(layout: list, count: count, value: [50])
        }
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: .zero)
        var rect = Rect(x: 0, y: cache.contentSize.height / 2, width: 390, height: 844)
        rect.y += cache.show(rect, keeping: nil)
        var slices = 0
        while !cache.isComplete {
            let before = counter.count
            rect.y += try cache.layOutMore(items: items, showing: rect, keeping: nil)
            let work = counter.count - before - placedByInvariants(of: cache)
            // 64 items a block, 3 viewports of 17 items in runs of 32, and once what is nearby.
            #expect(work <= items + 64 + ViewportFirstCache.nearby + 64 + 5 * 32)
            slices += 1
        }
        #expect(slices >= 30_000 / (items + 64))
        let placed = counter.count - placedByInvariants(of: cache)
        #expect(placed <= 50_020 + 3 * ViewportFirstCache.nearby)
    }

    @Test func otherStrategiesPutNothingOff() throws {
        let content = try Self.content(LayoutVariants.all[0], .vertical, seed: 2)
        for strategy in CacheStrategy.all where strategy.id != "viewport-first" {
            var cache = strategy.make()
            try cache.prepare(content, showing: .zero)
            let oracle = try CacheStrategy.oracle.prepared(content)
            #expect(cache.isComplete && cache.contentSize == oracle.contentSize)
            #expect(cache.show(.zero, keeping: nil) == 0)
            let distance = try cache.layOutMore(items: 9, showing: .zero, keeping: nil)
            #expect(distance == 0)
        }
    }
}

/// The items that the check of invariants has placed once everything was laid out, in builds that check them.
func placedByInvariants(of cache: ViewportFirstCache) -> Int {
    #if InternalChecks
        return cache.isComplete ? cache.content.itemCount : 0
    #else
        return 0
    #endif
}
