import CollectionLayout
import Testing

@Suite("Frames of the tutorials, corrected mode without snapping")
struct TutorialGoldenTests {
    struct Pinterest: Decodable {
        let id: String
        let bounds, contentSize, header: [Double]
        let columns: Int
        let cellPadding, headerHeight: Double
        let photoHeights, annotationHeights: [Double]
        let frames: [[Double]]

        func content(fidelity: Fidelity = .corrected) throws -> Content {
            var content = try Content(bounds: Size(bounds), snapping: .none, fidelity: fidelity)
            let layout = try content.addLayout(PinterestLayout(laneCount: columns, cellPadding: cellPadding))
            try content.appendSection(
                layout: layout, values: zip(photoHeights, annotationHeights).flatMap { [$0, $1] },
                header: Size(width: bounds[0], height: headerHeight))
            return content
        }
    }

    struct Circle: Decodable {
        let id: String
        let bounds, contentSize: [Double]
        let count: Int
        let itemSize: Double
        let frames: [[Double]]
    }

    struct Calendar: Decodable {
        struct Event: Decodable {
            let day, startHour, durationInHours: Double
        }

        struct Query: Decodable {
            let rect: [Double]
            let items, dayHeaders, hourHeaders: [Int]
        }

        let id: String
        let bounds, contentSize: [Double]
        let dayHeaderHeight, hourHeaderWidth, heightPerHour, horizontalSpacing: Double
        let headerZIndex: Int
        let events: [Event]
        let frames, dayHeaders, hourHeaders: [[Double]]
        let queries: [Query]

        func content() throws -> Content {
            var content = try Content(bounds: Size(bounds), snapping: .none)
            let layout = try content.addLayout(
                CalendarWeekLayout(
                    dayHeaderHeight: dayHeaderHeight, hourHeaderWidth: hourHeaderWidth, heightPerHour: heightPerHour,
                    horizontalSpacing: horizontalSpacing))
            try content.appendSection(
                layout: layout, values: events.flatMap { [$0.day, $0.startHour, $0.durationInHours] })
            return content
        }
    }

    static func cases<Case: Decodable>(_ name: String) throws -> [Case] {
        let cases: [Case] = golden(name)
        #expect(cases.count == 10)
        return cases
    }

    private func expect(
        _ cache: FullArrayCache, _ kind: ElementKind, _ frames: [[Double]], _ id: String
    ) {
        for (item, expected) in frames.enumerated() {
            let frame = cache.frame(of: ElementID(section: 0, item: item, kind: kind))
            #expect(near(frame?.numbers ?? [], expected), "\(id): \(kind) \(item)")
        }
        #expect(cache.frame(of: ElementID(section: 0, item: frames.count, kind: kind)) == nil, "\(id): \(kind)")
    }

    private func expect(_ cache: FullArrayCache, size: [Double], _ id: String) {
        #expect(near([cache.contentSize.width, cache.contentSize.height], size), "\(id)")
    }

    @Test func pinterest() throws {
        for golden in try Self.cases("pinterest") as [Pinterest] {
            var cache = FullArrayCache()
            try cache.prepare(golden.content())
            expect(cache, .cell, golden.frames, golden.id)
            expect(cache, .header, golden.headerHeight > 0 ? [golden.header] : [], golden.id)
            expect(cache, size: golden.contentSize, golden.id)
        }
    }

    @Test func circle() throws {
        for golden in try Self.cases("circle") as [Circle] {
            var content = try Content(bounds: Size(golden.bounds), snapping: .none)
            let layout = try content.addLayout(CircleLayout(itemSide: golden.itemSize))
            try content.appendUniformSection(layout: layout, count: golden.count, value: [])
            var cache = FullArrayCache()
            try cache.prepare(content)
            expect(cache, .cell, golden.frames, golden.id)
            expect(cache, size: golden.contentSize, golden.id)
        }
    }

    @Test func calendarFramesAndHeaders() throws {
        for golden in try Self.cases("calendar") as [Calendar] {
            var cache = FullArrayCache()
            try cache.prepare(golden.content())
            expect(cache, .cell, golden.frames, golden.id)
            expect(cache, CalendarWeekLayout.dayHeaderKind, golden.dayHeaders, golden.id)
            expect(cache, CalendarWeekLayout.hourHeaderKind, golden.hourHeaders, golden.id)
            expect(cache, size: golden.contentSize, golden.id)
            #expect(CalendarWeekLayout.headerZIndex == golden.headerZIndex)
        }
    }

    @Test func calendarQueriesFindExactSets() throws {
        for golden in try Self.cases("calendar") as [Calendar] {
            #expect(!golden.queries.isEmpty)
            var cache = FullArrayCache()
            try cache.prepare(golden.content())
            for query in golden.queries {
                var hits = HitBuffer()
                cache.query(Rect(query.rect), into: &hits)
                func items(_ kind: ElementKind) -> [Int] {
                    hits.ids.filter { $0.kind == kind }.map { Int($0.item) }.sorted()
                }
                #expect(items(.cell) == query.items.sorted(), "\(golden.id) \(query.rect)")
                #expect(items(CalendarWeekLayout.dayHeaderKind) == query.dayHeaders.sorted(), "\(golden.id)")
                #expect(items(CalendarWeekLayout.hourHeaderKind) == query.hourHeaders.sorted(), "\(golden.id)")
            }
        }
    }
}
