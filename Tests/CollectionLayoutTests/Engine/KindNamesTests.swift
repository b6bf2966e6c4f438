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
}
