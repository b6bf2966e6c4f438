import CollectionLayout
import Foundation
import Testing
import Workloads

// The names of the platform, told apart as the landing page says.
typealias Rect = CollectionLayout.Rect
typealias Point = CollectionLayout.Point
typealias LayoutInsets = CollectionLayout.EdgeInsets

/// The code of the README, of the articles and of docstrings, line by line, and what it must come to.
@Suite struct Snippets {
    private func show(_ attributes: LayoutAttributes) {}

    @Test func readme() throws {
        var placed: [ElementID: Rect] = [:]
        func place(_ id: ElementID, _ frame: Rect) { placed[id] = frame }

        var content = try Content(bounds: Size(width: 390, height: 844))
        let grid = try content.addLayout(GridLayout(lineSpacing: 2, itemSpacing: 2))
        try content.appendUniformSection(layout: grid, count: 1_000_000, value: [4, 1])  // four squares a row

        var cache = SectionBucketCache()
        try cache.prepare(content)
        var hits = HitBuffer()
        cache.query(Rect(x: 0, y: 5000, width: 390, height: 844), into: &hits)
        hits.forEach { id in place(id, cache.frame(of: id)!) }
        #expect(placed.count == 36 && placed[ElementID(section: 0, item: 205)]?.origin == Point(x: 98, y: 51 * 98))
        // Squares of 96 pt and 2 pt between them: rows 51 to 59 reach into the rect.
        #expect(hits.ids.map(\.item).sorted() == Array(51 * 4..<60 * 4))

        let rows = SectionDescription(layout: .layout(ListLayout()), items: .uniform(count: 2, value: [44]))
        try cache.apply([
            .deleteItems(section: 0, 100..<110),
            .insertItems(section: 0, at: 0, .uniform(count: 3, value: [4, 1])),
            .resize(section: 0, item: 3, to: [2, 1]),  // half a row, and square
            .insertSection(at: 0, rows),  // which brings its layout
        ])
        #expect(cache.content.itemCount == 999_995)
        #expect(cache.frame(of: ElementID(section: 1, item: 3))?.size == Size(width: 194, height: 194))
    }

    @Test func viewportFirst() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: Array(repeating: 44, count: 30_000))
        let bounds = Rect(x: 0, y: 0, width: 390, height: 844)
        var engine = try CollectionLayoutEngine<ViewportFirstCache>(content, bounds: bounds)
        #expect(engine.cache.itemsPlaced < 2_000 && engine.layoutAttributesForElements(in: bounds).count == 20)
        while true {
            let isLaidOut = try engine.continuePreparing(items: 10_000)  // once in each idle callback, until it is true
            if isLaidOut { break }
        }
        #expect(engine.cache.isComplete && engine.collectionViewContentSize.height == 30_000 * 44)
    }

    @Test func landingPage() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        try content.appendSection(layout: list, values: [44, 60, 44, 80])

        var cache = IncrementalCache()
        try cache.prepare(content)
        var hits = HitBuffer()
        cache.query(Rect(x: 0, y: 50, width: 390, height: 60), into: &hits)
        #expect(hits.ids.map(\.item).sorted() == [1, 2])
    }

    @Test func photosByDay() throws {
        let days = (0..<30).map { (photoCount: 20 + $0, day: $0) }
        var shown: [LayoutAttributes] = []
        func show(_ attributes: LayoutAttributes) { shown.append(attributes) }

        var photos = try Content(bounds: Size(width: 390, height: 844))
        let grid = try photos.addLayout(GridLayout(lineSpacing: 2, itemSpacing: 2))
        for day in days {
            // Four squares in a row.
            try photos.appendUniformSection(
                layout: grid, count: day.photoCount, value: [4, 1], header: Size(width: 390, height: 44))
        }
        var library = try CollectionLayoutEngine<SectionBucketCache>(
            photos, bounds: Rect(x: 0, y: 0, width: 390, height: 844), effects: EffectLayer([StickyEffect(.start)]))

        library.contentOffset.y += 1000
        for attributes in library.layoutAttributesForElements(in: library.bounds) { show(attributes) }
        // Days of five and of six rows, 98 pt each less a space, under a header: the second one begins at 532, the third at 1162.
        let headers = shown.filter { $0.id.kind == .header }
        #expect(headers.map(\.frame.y).sorted() == [1000, 1162, 1792])

        // The 13th photo is the first one of the fourth row, then the third one of the third row.
        var fiveColumns = try Content(bounds: Size(width: 390, height: 844))
        let columns = try fiveColumns.addLayout(GridLayout(lineSpacing: 2, itemSpacing: 2))
        for day in days {
            try fiveColumns.appendUniformSection(
                layout: columns, count: day.photoCount, value: [5, 1], header: Size(width: 390, height: 44))
        }
        library.contentOffset.y = 200
        let former = try #require(library.layoutAttributesForItem(at: LayoutIndexPath(item: 12, section: 0))).frame
        library.anchor = .element(ElementID(section: 0, item: 12))
        library.reloadData(fiveColumns)
        try library.prepare()
        let photo = try #require(library.layoutAttributesForItem(at: LayoutIndexPath(item: 12, section: 0))).frame
        #expect(photo.y - library.contentOffset.y == former.y - 200 && photo.y < former.y)
    }

    @Test func reading() throws {
        var messages = try Content(bounds: Size(width: 390, height: 844))
        let bubbles = try messages.addLayout(ListLayout(lineSpacing: 4))
        try messages.appendSection(layout: bubbles, values: Array(repeating: 44, count: 100))
        var chat = try CollectionLayoutEngine<IncrementalCache>(
            messages, bounds: Rect(x: 0, y: 0, width: 390, height: 844))
        for isAtEnd in [false, true] {
            let offset = isAtEnd ? chat.contentOffsetRange.greatest.y : 1000
            chat.contentOffset.y = offset
            chat.anchor = chat.contentOffset.y < chat.contentOffsetRange.greatest.y ? .firstVisible : .end
            let last = chat.content.itemCount
            try chat.prepareForCollectionViewUpdates([.insertItems(section: 0, at: last, .each(count: 1, values: [44]))]
            )
            #expect(chat.contentOffset.y == (isAtEnd ? offset + 48 : offset))
        }

        if let target = chat.layoutAttributesForItem(at: LayoutIndexPath(item: 12, section: 0)) {
            chat.anchor = .element(target.id)
            chat.contentOffset = chat.clamped(target.frame.origin)
        }
        try chat.prepareForCollectionViewUpdates([.resize(section: 0, item: 3, to: [100])])
        #expect(chat.contentOffset.y == 12 * 48 + 56)
    }

    @Test func chat() throws {
        let history = (0..<100).map { (breadth: 100 + Double($0), isMine: $0.isMultiple(of: 3)) }

        var messages = try Content(bounds: Size(width: 390, height: 844))
        let bubbles = try messages.addLayout(ListLayout(lineSpacing: 4, alignment: .each))
        // Of each its length, its breadth, and where it stands: 0 is the leading edge, 1 the trailing one.
        try messages.appendSection(
            layout: bubbles, values: history.flatMap { [44, $0.breadth, $0.isMine ? 1 : 0] })
        var chat = try CollectionLayoutEngine<IncrementalCache>(
            messages, bounds: Rect(x: 0, y: 0, width: 390, height: 844))
        chat.contentOffset = chat.contentOffsetRange.greatest
        #expect(chat.contentOffset.y == 100 * 48 - 4 - 844)
        #expect(chat.layoutAttributesForItem(at: LayoutIndexPath(item: 99, section: 0))?.frame.maxX == 390)

        chat.anchor = .end
        let last = chat.content.itemCount
        try chat.prepareForCollectionViewUpdates([
            .insertItems(section: 0, at: last, .each(count: 1, values: [44, 200, 1]))
        ])
        chat.contentOffset = chat.clamped(chat.contentOffset)
        #expect(chat.contentOffset.y == 101 * 48 - 4 - 844)

        let original = chat.layoutAttributesForItem(at: LayoutIndexPath(item: last, section: 0))!
        var preferred = original
        preferred.size.height = 120
        if chat.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original) {
            chat.invalidateLayout(
                with: chat.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
        try chat.prepare()
        #expect(chat.contentOffset.y == 101 * 48 + 72 - 844)

        let keyboardHeight = 300.0
        chat.contentInset.bottom = keyboardHeight
        chat.contentOffset.y += keyboardHeight
        try chat.prepare()
        #expect(chat.contentOffset == chat.contentOffsetRange.greatest)
        chat.contentInset.bottom = 0
        chat.contentOffset.y -= keyboardHeight
        try chat.prepare()
        #expect(chat.contentOffset == chat.contentOffsetRange.greatest)
        let top = try #require(chat.layoutAttributesForElements(in: chat.bounds).first)

        chat.anchor = .firstVisible
        try chat.prepareForCollectionViewUpdates([
            .insertItems(section: 0, at: 0, .each(count: 2, values: [44, 180, 0, 60, 240, 1]))
        ])
        let now = try #require(chat.layoutAttributesForElements(in: chat.bounds).first)
        #expect(now.id.item == top.id.item + 2)
        #expect(now.frame.y - chat.contentOffset.y == top.frame.y - (101 * 48 + 72 - 844))

        let ids = Array(0..<103)
        let newIDs = ids[40...] + ids[5..<20] + [500]
        func breadth(of id: Int) -> Double { Double(id) / 2 }
        var update = Transaction()
        update.changeItems(ofSection: 0, by: newIDs.difference(from: ids).inferringMoves()) { id in
            [44, breadth(of: id), 0]
        }
        try chat.performBatchUpdates(update)
        #expect(chat.content.itemCount == newIDs.count)
        #expect(chat.content.value(section: 0, item: newIDs.count - 1) == [44, 250, 0])
    }

    /// The table of what items are says of every layout what its fold does.
    @Test func valuesOfItems() throws {
        let article = try ArticleTests.lines("Sources/CollectionLayout/CollectionLayout.docc/ChatsAndPhotoGrids.md")
        var rows: Set<String> = []
        for layout in NamedLayout.all.map({ $0.make() }) + [FreeFormLayout()] {
            let names = try layout.fold(in: Container(breadth: 390, viewportLength: 844)).valueNames
            rows.insert("| ``\(type(of: layout))`` | \(names.isEmpty ? "–" : names.joined(separator: ", ")) |")
        }
        #expect(rows == Set(article.filter { $0.hasPrefix("| ``") }))
    }

    @Test func engine() throws {
        let content = try Dataset.named("chat")!.make(500, 1)
        var engine = try CollectionLayoutEngine<IncrementalCache>(
            content, bounds: Rect(x: 0, y: 0, width: 390, height: 844))
        for attributes in engine.layoutAttributesForElements(in: engine.bounds) { show(attributes) }
        engine.contentOffset.y += 100
        #expect(engine.bounds == Rect(x: 0, y: 100, width: 390, height: 844))
        #expect(!engine.layoutAttributesForElements(in: engine.bounds).isEmpty)
    }

    @Test func runner() throws {
        let content = try Dataset.named("photo-days")!.make(500, 1)
        let frames = UnsafeMutablePointer<Rect>.allocate(capacity: 500)
        defer { frames.deallocate() }
        var runner = FoldRunner(content)
        for section in content.sections.indices {
            let count = Int(content.sections[section].count)
            runner.begin(section)
            runner.place(0..<count, into: frames)  // in section coordinates
            try runner.end()
            runner.advance(breadth: (0..<count).reduce(0) { max($0, frames[$1].maxX) })
        }
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        #expect(Size(width: runner.breadth, height: runner.offset) == oracle.contentSize)
    }

    @Test func counts() throws {
        let content = try Dataset.named("photo-days")!.make(2000, 1)
        let viewport = Rect(x: 0, y: 1000, width: 390, height: 844)
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        var expected = HitBuffer()
        oracle.query(viewport, into: &expected)
        var lines: [[Any]] = []
        func print(_ items: Any...) { lines.append(items) }
        for strategy in CacheStrategy.all {
            var cache = strategy.make()
            try cache.prepare(content)
            var hits = HitBuffer()
            var counts = QueryCounts()
            cache.query(viewport, into: &hits, counting: &counts)
            print(strategy.id, cache.byteCount / content.itemCount, counts.elementsTested, hits.count)
        }
        #expect(lines.map { $0[0] as? String } == CacheStrategy.all.map(\.id))
        // Those that keep no frames may hold less than a byte an item.
        let frameless: Set = ["checkpoints", "closed-form", "viewport-first"]
        #expect(
            lines.allSatisfy { $0[1] as? Int ?? 0 > 0 || frameless.contains($0[0] as? String ?? "") }, "\(lines)")
        #expect(expected.count > 10 && lines.allSatisfy { $0[3] as? Int == expected.count }, "\(lines)")
    }

    @Test func gate() throws {
        var cache = IncrementalCache()
        try cache.prepare(try Dataset.named("photo-days")!.make(5000, 1))
        let viewports = Trace.all[0].make(cache.contentSize, Dataset.bounds, 50, 1)
        var hits = HitBuffer()
        var counts = QueryCounts()
        for viewport in viewports {
            hits.removeAll()
            cache.query(viewport, into: &hits, counting: &counts)
        }
        let perQuery = counts.elementsTested / viewports.count
        #expect(perQuery < 200, "a query compares \(perQuery) frames")
    }

    @Test func framesForTheGate() throws {
        let content = try Dataset.named("photo-days")!.make(500, 1)
        let engine = try CollectionLayoutEngine<IncrementalCache>(
            content, bounds: Rect(x: 0, y: 0, width: 390, height: 844))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let everything = Rect(origin: .zero, size: engine.collectionViewContentSize)
        var rows = "section,item,kind,x,y,width,height\n"
        for element in engine.layoutAttributesForElements(in: everything) {
            let (id, frame) = (element.id, element.frame)
            rows += "\(id.section),\(id.item),\(id.kind),\(frame.x),\(frame.y),\(frame.width),\(frame.height)\n"
        }
        try rows.write(to: folder.appendingPathComponent("frames.csv"), atomically: true, encoding: .utf8)
        let text = try String(contentsOf: folder.appendingPathComponent("frames.csv"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 1 + engine.cache.elementCount)
        #expect(lines.contains { $0.hasPrefix("0,0,cell,0.0,") } && lines.contains { $0.contains(",header,") })
    }

    @Test func staircase() throws {
        var content = try Content(bounds: Size(width: 300, height: 500))
        let staircase = try content.addLayout(StaircaseLayout(step: 40, rowCount: 4))
        try content.appendSection(layout: staircase, values: [30, 30, 50, 30, 40])
        var cache = FullArrayCache()
        try cache.prepare(content)
        let fifth = cache.frame(of: ElementID(section: 0, item: 4))
        #expect(fifth == Rect(x: 0, y: 140, width: 300, height: 40))
    }

    /// What is added to the lists.
    @Test func entries() throws {
        let layouts = [
            NamedLayout("rows indented step by step", make: StaircaseLayout()) { [Double(32 + $0 % 64)] },
            NamedLayout.all[0],
        ]
        let strategies = [
            CacheStrategy("sorted-window", "sorted by near edge", bytesPerItem: 90, make: { SortedWindowCache() }),
            .oracle,
        ]
        var content = try Content(bounds: Size(width: 300, height: 500))
        let layout = try content.addLayout(layouts[0].make())
        try content.appendSection(layout: layout, values: (0..<1000).flatMap { layouts[0].sample($0) })
        var cache = strategies[0].make()
        try cache.prepare(content)
        #expect(layouts[0].id == StaircaseLayout.id && cache.elementCount == 1000)
        #expect(Double(cache.byteCount) / 1000 <= strategies[0].bytesPerItem)
    }
}
