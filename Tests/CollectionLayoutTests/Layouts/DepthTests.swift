import CollectionLayout
import Testing

/// What lies in front of what, before effects.
@Suite struct DepthTests {
    /// All elements of two sections with headers, footers and backgrounds.
    private func attributes(_ layout: NamedLayout) throws -> [LayoutAttributes] {
        var content = try Content(bounds: Size(width: 320, height: 480))
        func add(_ layout: some SectionLayout) throws -> Int { try content.addLayout(layout) }
        let index = try add(layout.make())
        for count in [0, 5] {
            let size = Size(width: 320, height: 30)
            try content.appendUniformSection(
                layout: index, count: count, value: layout.sample(7), header: size, footer: size,
                background: .background)
        }
        let engine: CollectionLayoutEngine<FullArrayCache> = try CollectionLayoutEngine(
            content, bounds: Rect(x: 0, y: 0, width: 320, height: 480))
        return engine.layoutAttributesForElements(in: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
    }

    @Test(arguments: NamedLayout.all.map(\.id))
    func headersAndFootersOfSectionsLieWithTheCells(_ id: String) throws {
        let all = try attributes(try #require(NamedLayout.named(id)))
        for kind in [ElementKind.cell, .header, .footer] {
            let depths = all.filter { $0.id.kind == kind }.map(\.zIndex)
            #expect(depths == Array(repeating: 0, count: kind == .cell ? 5 : 2), "\(kind)")
        }
    }

    @Test(arguments: NamedLayout.all.map(\.id))
    func backgroundsLieBehindAllElseOfTheirSections(_ id: String) throws {
        let sections = Dictionary(
            grouping: try attributes(try #require(NamedLayout.named(id))), by: \.id.section)
        #expect(sections.count == 2)
        for (section, all) in sections {
            let background = try #require(all.first { $0.id.kind == .background })
            let others = all.filter { $0.id.kind != .background }
            #expect(others.allSatisfy { $0.zIndex > background.zIndex }, "section \(section)")
        }
    }

    /// The tutorial that the calendar is taken from puts both kinds of its headers at −10.
    @Test func headersOfDaysAndHoursLieBehindTheEvents() throws {
        let all = try attributes(try #require(NamedLayout.named(CalendarWeekLayout.id)))
        let headers = all.filter {
            [CalendarWeekLayout.dayHeaderKind, CalendarWeekLayout.hourHeaderKind].contains($0.id.kind)
        }
        #expect(headers.map(\.zIndex) == Array(repeating: -10, count: 2 * (7 + 24)))
    }
}
