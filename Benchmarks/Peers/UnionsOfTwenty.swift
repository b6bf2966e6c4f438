import CollectionLayout

/// The idea of CHTCollectionViewWaterfallLayout: unions of the frames of 20 elements each.
///
/// A query goes through the unions from the beginning to the first one that meets the rect, from the end to the last
/// one, and through all elements between: O(n / 20 + k).
struct UnionsOfTwenty: PeerIndex {
    static let unionSize = 20

    private let elements: PlacedElements
    private let unions: FlatArray<Span>

    init(_ elements: PlacedElements) {
        self.elements = elements
        let count = elements.frames.count
        unions = FlatArray(
            (0..<(count + Self.unionSize - 1) / Self.unionSize).map { union in
                Span(elements.frames, union * Self.unionSize..<min((union + 1) * Self.unionSize, count))
            })
    }

    var byteCount: Int { elements.byteCount + unions.byteCount }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter
    ) {
        let first = unions.elements.firstIndex { $0.meets(rect) }
        counter.visit(nodes: (first ?? unions.count - 1) + 1)
        guard let first, let last = unions.elements.lastIndex(where: { $0.meets(rect) }) else { return }
        counter.visit(nodes: unions.count - last)
        let end = min((last + 1) * Self.unionSize, elements.frames.count)
        elements.test(first * Self.unionSize..<end, rect, into: &sink, counting: &counter)
    }
}

struct UnionsOfTwentyCache: PeerCache { var indexed = Indexed<UnionsOfTwenty>() }
