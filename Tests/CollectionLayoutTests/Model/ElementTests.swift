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
}
