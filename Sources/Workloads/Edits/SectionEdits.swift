import CollectionLayout

/// Edits of whole sections, at places drawn from a seed.
extension Edit {
    static let insertSection = Edit("insert-section", "a copy of a section comes anywhere, and goes again") {
        content, count, seed, _ in
        sections(of: content, count, seed) { .insertSection(at: $1, content.description(ofSection: $0)) }
    }
    static let deleteSection = Edit("delete-section", "a section goes, and comes back") { content, count, seed, _ in
        sections(of: content, count, seed) { section, _ in .deleteSection(at: section) }
    }
    static let moveSection = Edit("move-section", "a section goes elsewhere, and back", isReversedByItsLike: true) {
        content, count, seed, _ in
        sections(of: content, count, seed) { .moveSection(from: $0, to: $1) }
    }
    static let reloadSection = Edit(
        "reload-section", "a section gives way to a copy of another one, and that to the former",
        isReversedByItsLike: true
    ) { content, count, seed, _ in
        sections(of: content, count, seed) { .replaceSection(at: $0, with: content.description(ofSection: $1)) }
    }

    /// Edits of a section and of a place elsewhere; none where there are fewer than three sections.
    private static func sections(
        of content: Content, _ count: Int, _ seed: UInt64, _ change: (_ section: Int, _ other: Int) -> Change
    ) -> [[Change]] {
        guard content.sections.count > 2 else { return [] }
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            let section = random.index(below: content.sections.count)
            let other = random.index(below: content.sections.count - 1)
            return [change(section, other < section ? other : other + 1)]
        }
    }
}
