import CollectionLayout

/// The idea of MagazineLayout's ModelState: dictionaries from a flat index to an element, and from an element to what is
/// known of it.
///
/// A query halves the flat order for an element that the rect meets along the axis, and goes on from there to both
/// sides; every element it looks at costs a look-up in each dictionary. MagazineLayout lays rows out in that order and
/// stops at the first row beyond the rect. Here the order is sorted and stops where the farthest edge so far says so,
/// so that lanes and free forms are right as well. O(log n + k) look-ups where elements are about equally long.
struct IndexPathDictionary: PeerIndex {
    private struct Attributes {
        var frame: Rect
        /// The farthest edge along the axis of this element and all before it in the flat order.
        var reach: Double
    }

    private var elementAt: [Int: ElementID]
    private var attributes: [ElementID: Attributes]

    init(_ elements: PlacedElements) {
        let count = elements.frames.count
        elementAt = Dictionary(minimumCapacity: count)
        attributes = Dictionary(minimumCapacity: count)
        let order = (0..<count).sorted { elements.frames[$0].minY < elements.frames[$1].minY }
        var reach = -Double.infinity
        for (index, position) in order.enumerated() {
            let frame = elements.frames[position]
            reach = max(reach, frame.maxY)
            elementAt[index] = elements.ids[position]
            attributes[elements.ids[position]] = Attributes(frame: frame, reach: reach)
        }
    }

    var byteCount: Int {
        // Swift's tables of hashes are filled to three quarters.
        elementAt.capacity * 4 / 3 * (MemoryLayout<Int>.stride + MemoryLayout<ElementID>.stride)
            + attributes.capacity * 4 / 3 * (MemoryLayout<ElementID>.stride + MemoryLayout<Attributes>.stride)
    }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter
    ) {
        func look(_ index: Int) -> (id: ElementID, attributes: Attributes) {
            let id = elementAt[index]!
            return (id, attributes[id]!)
        }
        var low = 0
        var high = elementAt.count
        while low < high {
            let middle = (low + high) / 2
            counter.visit(nodes: 1)
            if look(middle).attributes.reach > rect.minY { high = middle } else { low = middle + 1 }
        }
        for index in low..<elementAt.count {
            let (id, attributes) = look(index)
            guard attributes.frame.minY < rect.maxY else { break }
            counter.test(elements: 1)
            guard attributes.frame.intersects(rect) else { continue }
            sink.reserve(1)
            sink.put(id, attributes.frame, if: true)
        }
    }
}

struct IndexPathDictionaryCache: PeerCache { var indexed = Indexed<IndexPathDictionary>() }
