/// Finds sections that are laid out as one before them: with as many items, all of the same values, in the same layout, with as
/// long a header and a footer. Where sections are days of photos nearly all of them are.
struct AlikeSections {
    private static let placeCount = 256
    /// The last section seen of those that share a place, or −1.
    private let places = FlatArray<Int32>(repeating: -1, count: placeCount)

    /// A former section that is laid out as one is; nil if none is known. Notes the section for those behind it. O(1).
    @inline(__always)
    func former(like section: Int, in content: Content) -> Int? {
        let own = content.sections[section]
        guard own.isUniform else { return nil }
        let place = Int(own.count &+ 37 &* own.layout) & (Self.placeCount - 1)
        let former = Int(places[place])
        places.shared[place] = Int32(truncatingIfNeeded: section)
        return former >= 0 && content.areAlike(own, content.sections[former]) ? former : nil
    }
}

extension Content {
    /// Whether two uniform sections are laid out alike.
    fileprivate func areAlike(_ one: Section, _ other: Section) -> Bool {
        var moved = other
        moved.valueHandle = one.valueHandle
        let width = resolved[Int(one.layout)].width
        guard one == moved, let value = unpagedItems(of: one, width), let like = unpagedItems(of: other, width) else {
            return false
        }
        return (0..<width).allSatisfy { value.base[$0] == like.base[$0] }
    }
}
