import CollectionLayout

/// Valid resizes of items of a content, from a seed.
///
/// Lengths and ratios become 0.5 to 2 times what the given content says, so that a storm of resizes does not drift; a
/// length of 0 becomes 20 to 200 pt, and a line fraction another one of 1 to 7. Positions stay.
///
/// - Returns: `count` changes, or none if the content has no items. Each can be applied whether or not those before it
///   have been.
/// - Complexity: O(count · log sections + sections).
public func resizes(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    precondition(count >= 0, "the number of resizes must be at least 0, got \(count)")
    guard content.itemCount > 0 else { return [] }
    var random = SplitMix64(seed: seed)
    var starts: [Int] = []
    starts.reserveCapacity(content.sections.count)
    var total = 0
    for section in content.sections {
        starts.append(total)
        total += Int(section.count)
    }
    let ordinals = place.ordinals(of: total)
    return (0..<count).map { _ in
        let ordinal = ordinals.lowerBound + random.index(below: ordinals.count)
        // Never an empty section.
        let section = starts.partition { $0 <= ordinal } - 1
        let item = ordinal - starts[section]
        let former = content.value(section: section, item: item)
        return .resize(
            section: section, item: item, to: resized(former, content.fold(ofSection: section), &random))
    }
}

/// Other values for an item; a former one where the fold refuses the new.
func resized(_ former: ItemValue, _ fold: any SectionFold, _ random: inout SplitMix64) -> ItemValue {
    var value = former
    for (index, name) in fold.valueNames.enumerated() {
        switch name {
        case "x", "y", "day", "start hour": continue
        case "line fraction": value[index] = Double(1 + random.index(below: 7))
        default:
            value[index] = former[index] > 0 ? former[index] * random.uniform(0.5, 2) : random.uniform(20, 200)
            if fold.isLength(value: index) { value[index] = Snapping.grain.snap(value[index]) }
        }
        if fold.problem(with: value) != nil { value[index] = former[index] }
    }
    return value
}
