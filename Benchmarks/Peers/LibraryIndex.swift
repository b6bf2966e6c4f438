#if Peers
    import CPeers
    import CollectionLayout

    /// Names an index of a library at compile time.
    protocol LibraryKind: Sendable {
        static var kind: cpeers_kind { get }
        /// Whether it keeps edges as they are; else its answers are tested once more.
        static var isExact: Bool { get }
    }

    extension LibraryKind {
        static var isExact: Bool { true }
    }

    enum BoostPacked: LibraryKind { static var kind: cpeers_kind { CPEERS_BOOST_PACKED } }
    enum BoostRStar: LibraryKind { static var kind: cpeers_kind { CPEERS_BOOST_RSTAR } }
    enum GEOSTree: LibraryKind { static var kind: cpeers_kind { CPEERS_GEOS_STRTREE } }
    enum SpatialIndex: LibraryKind { static var kind: cpeers_kind { CPEERS_SPATIALINDEX } }
    enum SQLiteTree: LibraryKind {
        static var kind: cpeers_kind { CPEERS_SQLITE }
        static var isExact: Bool { false }
    }

    struct BoostPackedCache: PeerCache { var indexed = Indexed<LibraryIndex<BoostPacked>>() }
    struct BoostRStarCache: PeerCache { var indexed = Indexed<LibraryIndex<BoostRStar>>() }
    struct GEOSTreeCache: PeerCache { var indexed = Indexed<LibraryIndex<GEOSTree>>() }
    struct SpatialIndexCache: PeerCache { var indexed = Indexed<LibraryIndex<SpatialIndex>>() }
    struct SQLiteTreeCache: PeerCache { var indexed = Indexed<LibraryIndex<SQLiteTree>>() }

    /// An index of a library.
    ///
    /// Libraries count touching edges as an intersection, the engine does not. As `a < b` is `a <= b.nextDown` for
    /// numbers, a rect whose edges are moved inwards by the least step asks a library for what the engine asks for. What
    /// a library keeps with each box is a number that is the element's id, so that a hit costs no look-up elsewhere.
    struct LibraryIndex<Kind: LibraryKind>: PeerIndex {
        private final class Handle: @unchecked Sendable {
            let pointer: OpaquePointer
            init(_ pointer: OpaquePointer) { self.pointer = pointer }
            deinit { cpeers_free(pointer) }
        }

        private let handle: Handle
        /// Elements that are not cells: their numbers are below 0.
        private let others: [ElementID]

        init(_ elements: PlacedElements) {
            var others: [ElementID] = []
            let count = elements.frames.count
            var boxes = FlatArray<cpeers_box>(uninitialized: count)
            var numbers = FlatArray<Int64>(uninitialized: count)
            let (box, number) = (boxes.writable, numbers.writable)
            for position in 0..<count {
                let frame = elements.frames[position]
                let id = elements.ids[position]
                box[position] = cpeers_box(
                    min_x: frame.minX, min_y: frame.minY, max_x: frame.maxX, max_y: frame.maxY)
                number[position] = Int64(id.section) << 32 | Int64(id.item)
                guard id.kind != .cell else { continue }
                others.append(id)
                number[position] = -Int64(others.count)
            }
            guard let pointer = cpeers_build(Kind.kind, box.baseAddress, number.baseAddress, count) else {
                preconditionFailure("the library of an index is gone")
            }
            handle = Handle(pointer)
            self.others = others
        }

        var byteCount: Int { cpeers_bytes(handle.pointer) + others.count * MemoryLayout<ElementID>.stride }

        private func id(_ number: Int64) -> ElementID {
            guard number >= 0 else { return others[Int(-number) - 1] }
            return ElementID(
                section: Int32(truncatingIfNeeded: number >> 32), item: Int32(truncatingIfNeeded: number))
        }

        func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
            _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter
        ) {
            let low = SIMD2(rect.minX.nextUp, rect.minY.nextUp)
            let high = SIMD2(rect.maxX.nextDown, rect.maxY.nextDown)
            // Libraries take no box whose edges have passed each other; the other way round it finds too much.
            let isExact = Kind.isExact && all(low .<= high)
            let (near, far) = (pointwiseMin(low, high), pointwiseMax(low, high))
            let box = cpeers_box(min_x: near.x, min_y: near.y, max_x: far.x, max_y: far.y)
            var capacity = 128  // a KiB, which stays on the stack
            var isComplete = false
            while !isComplete {
                withUnsafeTemporaryAllocation(of: Int64.self, capacity: capacity) { buffer in
                    let count = cpeers_query(handle.pointer, box, buffer.baseAddress, capacity)
                    isComplete = count <= capacity
                    capacity = count
                    guard isComplete else { return }
                    counter.test(elements: count)
                    sink.reserve(count)
                    for number in buffer[..<count] {
                        let id = id(number)
                        let isHit = isExact || layout.frame(of: id)!.intersects(rect)
                        sink.put(id, layout.frame(of: id)!, if: isHit)
                    }
                }
            }
        }
    }
#endif
