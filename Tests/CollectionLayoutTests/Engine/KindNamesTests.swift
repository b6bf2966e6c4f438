import CollectionLayout
import Testing

@Suite struct KindNamesTests {
    @Test func predefinedNames() {
        let names = KindNames()
        #expect(names.supplementary("UICollectionElementKindSectionHeader") == .header)
        #expect(names.supplementary("UICollectionElementKindSectionFooter") == .footer)
        #expect(names.supplementary("DayHeaderView") == CalendarWeekLayout.dayHeaderKind)
        #expect(names.supplementary("HourHeaderView") == CalendarWeekLayout.hourHeaderKind)
        #expect(names.decoration(KindNames.sectionBackground) == .background)
        #expect(names.decoration("UICollectionElementKindSectionHeader") == nil)
        #expect(names.name(of: .header) == "UICollectionElementKindSectionHeader")
        #expect(names.name(of: .cell) == nil)
    }

    @Test func registration() {
        var names = KindNames()
        let shadow = names.register("Shadow", category: .decoration)
        #expect(shadow == .decoration(1) && names.register("Shadow", category: .decoration) == shadow)
        // The same name in another category is another kind.
        let other = names.register("Shadow", category: .supplementary)
        #expect(other.category == .supplementary && names.decoration("Shadow") == shadow)
        names.register("Glow", as: shadow)
        #expect(names.decoration("Shadow") == nil && names.decoration("Glow") == shadow)
        names.unregister(shadow)
        #expect(names.decoration("Glow") == nil && names.name(of: shadow) == nil)
        names.register("Glow", as: .decoration(7))
        names.register("Glow", as: .decoration(8))
        #expect(names.name(of: .decoration(7)) == nil && names.decoration("Glow") == .decoration(8))
        #expect(names.register("Next", category: .decoration) == .decoration(1))
    }

    /// A kind without a name is known by its description, in both directions.
    @Test func descriptions() {
        var names = KindNames()
        for kind in [ElementKind.decoration(3), .supplementary(300), CalendarWeekLayout.dayHeaderKind, .header, .cell] {
            let isUnnamed = [.decoration(3), .supplementary(300)].contains(kind)
            #expect(names.decoration(kind.description) == (isUnnamed && kind.category == .decoration ? kind : nil))
            #expect(
                names.supplementary(kind.description) == (isUnnamed && kind.category == .supplementary ? kind : nil))
        }
        names.register("Shelf", as: .decoration(3))
        #expect(names.decoration("decoration-3") == nil && names.decoration("Shelf") == .decoration(3))
    }
}
