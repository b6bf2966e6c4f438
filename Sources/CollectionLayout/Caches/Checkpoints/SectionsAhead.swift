/// Passes over sections of one layout ahead, several at a time, before it is their turn to be laid out.
struct SectionsAhead: ~Copyable {
    private let cache: CheckpointCache
    private let threads: Int
    /// The sections that have been looked at, and the layout of those that have been passed over.
    private var window = 0..<0
    private var layout: Unmanaged<ResolvedLayout>
    /// Those that have been passed over, with their numbers, and the first of them whose turn has not come.
    private let found = FlatArray<SkimmedSection>(uninitialized: mostSections)
    private var count = 0
    private var next = 0

    /// The most sections that are looked at in one go, and the fewest of a content for which it pays.
    private static let mostSections = 128
    private static let fewestSections = 16

    /// What passes over sections of a cache, whose blocks it writes; nil if there are few, or if no layout can do that. Several may
    /// pass over different sections at the same time.
    ///
    /// - Parameter threads: How many threads lay the content out.
    init?(_ cache: CheckpointCache, threads: Int) {
        guard cache.content.sections.count >= Self.fewestSections, cache.kept.isEmpty,
            let layout = cache.content.resolved.first(where: { $0.skimsSections })
        else { return nil }
        self.cache = cache
        self.threads = threads
        self.layout = .passUnretained(layout)
    }

    /// What has been found of a section and those behind it, which have been passed over; nil if it has to be placed by itself.
    /// Sections are asked for in order, each behind those that were found before.
    ///
    /// - Parameter end: The section at which to end at the latest.
    mutating func found(from section: Int, before end: Int) -> UnsafeBufferPointer<SkimmedSection>? {
        if section >= window.upperBound {
            window = section..<min(section &+ Self.mostSections, end)
            (layout, count) = cache.lookAhead(at: window, into: found.shared.baseAddress!, layout, threads)
            next = 0
        }
        guard next < count, found[next].number == section else { return nil }
        let first = next
        repeat { next &+= 1 } while next < count && found[next].follows(found[next &- 1])
        return found[first].span == nil ? nil : UnsafeBufferPointer(rebasing: found.elements[first..<next])
    }

    /// Calls `body` with the layout of the sections that have been passed over, without counting references.
    @inline(__always)
    func withLayout<Result>(_ body: (ResolvedLayout) -> Result) -> Result { layout._withUnsafeGuaranteedRef(body) }
}

extension SkimmedSection {
    /// Whether a section follows another one, and both have been passed over.
    @inline(__always)
    fileprivate func follows(_ other: SkimmedSection) -> Bool {
        number == other.number &+ 1 && span != nil && other.span != nil
    }
}

extension CheckpointCache {
    /// Passes over those of some sections that have the layout of the first one of them that can be passed over with others.
    ///
    /// - Parameters:
    ///   - found: Receives them.
    ///   - former: What is returned as their layout if there are none.
    /// - Returns: Their layout, and how many there are.
    fileprivate func lookAhead(
        at window: Range<Int>, into found: UnsafeMutablePointer<SkimmedSection>, _ former: Unmanaged<ResolvedLayout>,
        _ threads: Int
    ) -> (layout: Unmanaged<ResolvedLayout>, count: Int) {
        var (layout, index, count) = (former, Int32(-1), 0)
        content.sections.forEach(in: window) { number, section in
            guard !section.isUniform, section.count > 0, index < 0 || section.layout == index else { return }
            if index < 0 {
                let own = Unmanaged.passUnretained(content.resolved[Int(section.layout)])
                guard own._withUnsafeGuaranteedRef({ $0.skimsSections }) else { return }
                (layout, index) = (own, section.layout)
            }
            guard let next = layout._withUnsafeGuaranteedRef({ skimmed(number, section, $0, threads) }) else {
                return
            }
            (found + count).initialize(to: next)
            count &+= 1
        }
        guard count > 0 else { return (layout, 0) }
        // Looking at many at once would be a wait for each.
        content.sections.prefetch(window.upperBound..<min(window.upperBound + window.count, content.sections.count))
        let all = UnsafeMutableBufferPointer(start: found, count: count)
        layout._withUnsafeGuaranteedRef { $0.skimming.skimSections(all, of: Self.blockSize($0)) }
        for section in all where section.blockCount > 0 && section.span != nil { reachBlocks(of: section.number) }
        return (layout, count)
    }

    /// A section to be passed over with others; nil if its values stand in pages, or if it is passed over in parts.
    @inline(__always)
    private func skimmed(
        _ number: Int, _ section: Section, _ layout: ResolvedLayout, _ threads: Int
    ) -> SkimmedSection? {
        let blocks = blocks(of: number)
        guard let items = content.unpagedItems(of: section, layout.width),
            blocks.isEmpty
                || !passesParts(number, layout, content.threadCount(ofSection: number, of: threads))
        else { return nil }
        let room = SkimmedBlocks(
            items: starts.shared.baseAddress! + blocks.lowerBound,
            states: states.shared.baseAddress! + place(of: number).state,
            spans: spans.shared.baseAddress! + blocks.lowerBound, restCount: layout.restCount)
        return SkimmedSection(
            number: number, values: items.base, count: Int(section.count), top: layout.itemsTop(of: section),
            blocks: room, blockCount: blocks.count, span: nil)
    }
}
