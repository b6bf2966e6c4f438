import CollectionLayout

/// The idea of IGListKit's IGListCollectionViewLayout: the bounds of each section, and no index within.
///
/// A query goes through all sections for the first and the last one that meet the rect, and through all elements of
/// those between: O(sections + elements of the sections that are met).
struct SectionScan: PeerIndex {
    private let elements: PlacedElements
    private let sections: FlatArray<Span>

    init(_ elements: PlacedElements) {
        self.elements = elements
        let starts = elements.firstOfSection
        sections = FlatArray(
            (0..<starts.count - 1).map { Span(elements.frames, starts[$0]..<starts[$0 + 1]) })
    }

    var byteCount: Int { elements.byteCount + sections.byteCount }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter
    ) {
        counter.visit(nodes: sections.count)
        var first = sections.count
        var last = -1
        for section in 0..<sections.count where sections[section].meets(rect) {
            first = min(first, section)
            last = section
        }
        guard first <= last else { return }
        let run = elements.firstOfSection[first]..<elements.firstOfSection[last + 1]
        elements.test(run, rect, into: &sink, counting: &counter)
    }
}

struct SectionScanCache: PeerCache { var indexed = Indexed<SectionScan>() }
