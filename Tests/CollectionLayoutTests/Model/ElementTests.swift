import CollectionLayout
import Testing

@Suite struct ElementTests {
    @Test func kindsHaveNamesThatCanBeRead() {
        let kinds: [(ElementKind, String)] = [
            (.cell, "cell"), (.header, "header"), (.footer, "footer"), (.supplementary(2), "supplementary-2"),
            (.supplementary(1 << 24 - 1), "supplementary-16777215"), (.background, "decoration-0"),
            (.decoration(7), "decoration-7"),
        ]
        for (kind, name) in kinds {
            #expect(kind.description == name)
            #expect(ElementKind(name) == kind)
            #expect(ElementKind(rawValue: kind.rawValue) == kind)
        }
        #expect(Set(kinds.map(\.0.rawValue)).count == kinds.count)
        let bad = ["", "Cell", "cell-0", "decoration", "decoration-", "decoration--1", "decoration-16777216", "view-1"]
        for name in bad { #expect(ElementKind(name) == nil, "\(name)") }
    }

    @Test func kindsHaveCategories() {
        #expect(ElementKind.cell.category == .cell)
        #expect(ElementKind.header.category == .supplementary && ElementKind.footer.number == 1)
        #expect(ElementKind.decoration(5).category == .decoration && ElementKind.decoration(5).number == 5)
    }

    @Test func idsAreSmallAndOrdered() {
        #expect(MemoryLayout<ElementID>.stride == 12)
        let ids = [
            ElementID(section: 0, item: 0), ElementID(section: 0, item: 1),
            ElementID(section: 0, item: 0, kind: .header),
            ElementID(section: 0, item: 0, kind: .background), ElementID(section: 1, item: 0),
            ElementID(section: Int(Int32.max), item: Int(Int32.max)),
        ]
        #expect(ids.reversed().sorted() == ids)
        #expect(ids[2].description == "header [0, 0]")
    }

    @Test func fingerprintsDiffer() {
        var seen: Set<UInt64> = []
        let kinds: [ElementKind] = [.cell, .header, .footer, .background]
        for section in 0..<40 {
            for item in 0..<40 {
                for kind in kinds { seen.insert(ElementID(section: section, item: item, kind: kind).fingerprint) }
            }
        }
        #expect(seen.count == 40 * 40 * 4)
    }

    @Test func attributesAreOpaqueAndVisible() {
        let attributes = LayoutAttributes(id: ElementID(section: 0, item: 0), frame: .zero)
        #expect(attributes.alpha == 1 && attributes.zIndex == 0 && !attributes.isHidden)
    }

    /// Names that no element can have are those of none before and after edits, and of no anchor.
    @Test func namesOfNothing() throws {
        let section = SectionDescription(layout: 0, items: .uniform(count: 3, value: [50]))
        let changes = [
            Change.insertSection(at: 0, section), .insertItems(section: 1, at: 0, .uniform(count: 1, value: [50])),
            .deleteSection(at: 2),
        ]
        let map = ElementMap(changes)
        let names = [
            ElementID(section: -1, item: 0), ElementID(section: 0, item: -1), ElementID(section: -1, item: -1),
            ElementID(section: 0, item: Int32.max), ElementID(section: Int32.max, item: 0),
            ElementID(section: Int32.min, item: Int32.min),
        ]
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        for _ in 0..<2 { try content.appendUniformSection(layout: list, count: 3, value: [50]) }
        for name in names {
            let new = map.new(of: name)
            #expect(new == nil || new!.section > 1 || new!.item > 3, "\(name)")
            if name.section < 0 || name.item < 0 { #expect(map.old(of: name) == nil, "\(name)") }
            var engine = try CollectionLayoutEngine<IncrementalCache>(
                content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
            engine.anchor = .element(name)
            try engine.prepareForCollectionViewUpdates(changes)
            #expect(engine.finalLayoutAttributesForDisappearingElement(name) == nil, "\(name)")
        }
    }
}
