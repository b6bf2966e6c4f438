/// The search of section-buckets.
extension SectionBucketCache {
    /// Searches the sections, then the buckets of those that can meet the rect.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        let bounds = GrainBounds(rect)
        let isCovered = core.isCovered(by: rect) && itemAt.count == 0
        var guess: GuideTable.Post?
        var section = sections.firstReaching(
            beyond: rect.minY, in: 0..<sections.count, near: sink.hint.section, within: rect.height,
            or: {
                let post = expect(rect)
                guess = post
                return Int(post.section)
            }, counting: &counter)
        if section != sink.hint.section {
            sink.hint = SearchHint(section: section)
            if let guess, section < sections.count {
                sink.hint.run = Int(guess.bucket) &- sections[section].buckets.lowerBound
            }
        }
        while section < sections.count, sections[section].near < rect.maxY {
            counter.visit(nodes: 1)
            search(section, rect, bounds, isCovered, &sink, &counter)
            section += 1
        }
    }

    /// Begins to load what the search looks at where a viewport begins and ends, according to a guess.
    ///
    /// - Returns: The guess of where it begins.
    private func expect(_ rect: Rect) -> GuideTable.Post {
        let near = guide.post(at: rect.minY)
        expect(near)
        expect(guide.post(at: rect.maxY))
        return near
    }

    private func expect(_ post: GuideTable.Post) {
        sections.prefetch(Int(post.section) &- 1, 4)
        table.supplementaries.prefetch(Int(Double(post.section) * supplementariesPerSection), 2)
        buckets.prefetch(Int(post.bucket) &- 2, 8)
        // Buckets that lie in part within the viewport.
        frames.prefetch(Int(post.item) &- Self.bucketSize, 3 * Self.bucketSize)
    }

    @inline(__always)
    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ number: Int, _ rect: Rect, _ grains: GrainBounds, _ isCovered: Bool, _ sink: inout Sink,
        _ counter: inout Counter
    ) {
        let section = sections[number]
        let offset = section.offset
        table.searchSupplementaries(
            section.supplementaries, of: number, at: offset, rect, into: &sink, counting: &counter)
        let range = section.buckets
        let end = section.items.upperBound
        let isHinted = number == sink.hint.section
        @inline(__always)
        func position(ofBucket bucket: Int) -> Int {
            section.firstItem &+ (bucket &- range.lowerBound) &* Self.bucketSize
        }
        var bucket = buckets.firstReaching(
            beyond: rect.minY, offset: offset, in: range, near: range.lowerBound &+ (isHinted ? sink.hint.run : 0),
            within: rect.height, or: { Int(expect(rect).bucket) }, counting: &counter)
        if isHinted { sink.hint.run = bucket &- range.lowerBound }
        frames.prefetch(position(ofBucket: bucket), Self.bucketSize)
        let isInGrains = exceptions.isEmpty || exceptions[number] == nil
        // The first bucket's base is most often that of where the viewport begins: its bounds are known before the bucket is.
        var base = GrainRect.base(rect.minY - offset)
        let start = isInGrains ? grains.moved(by: base + offset) : nil
        if start == nil { base = .nan }
        var bounds = start ?? .none
        let (near, far) = (rect.minY, rect.maxY)
        let isSorted = itemAt.count > 0
        while bucket < range.upperBound, buckets[bucket].near + offset < far {
            let first = position(ofBucket: bucket)
            // Most buckets lie inside as a whole.
            let next =
                isCovered ? buckets.end(from: bucket, in: range, inside: near, far, offset: offset) : bucket
            if next > bucket {
                counter.visit(nodes: next &- bucket)
                let count = min((next &- bucket) &* Self.bucketSize, end &- first)
                sink.reserve(count)
                sink.put(count, from: id(at: first, of: number, section)) {
                    frame(at: first &+ $0, in: number).offset(x: 0, y: offset)
                }
                bucket = next
                continue
            }
            counter.visit(nodes: 1)
            let last = min(first &+ Self.bucketSize, end)
            sink.reserve(Self.bucketSize)
            counter.test(elements: last - first)
            let own = GrainRect.base(buckets[bucket].near)
            if own != base {
                guard isInGrains, let moved = grains.moved(by: own + offset) else {
                    searchApart(first..<last, of: number, rect, &sink)
                    bucket &+= 1
                    continue
                }
                (base, bounds) = (own, moved)
            }
            let hits = frames.meeting(bounds, first) & (1 &<< UInt32(truncatingIfNeeded: last &- first) &- 1)
            if isSorted {
                sink.put(hits, id: { id(at: first &+ $0, of: number, section) }) {
                    frames[first &+ $0].rect(from: base).offset(x: 0, y: offset)
                }
            } else {
                sink.put(hits, from: id(at: first, of: number, section), behind: first &- section.firstItem) {
                    frames[first &+ $0].rect(from: base).offset(x: 0, y: offset)
                }
            }
            bucket &+= 1
        }
    }

    /// Emits those items of a bucket that intersect a rect, where that cannot be compared in grains: rare, and by itself so that
    /// nothing is made ready for it where it is not needed.
    @inline(never)
    private func searchApart<Sink: HitSink & ~Copyable>(
        _ positions: Range<Int>, of number: Int, _ rect: Rect, _ sink: inout Sink
    ) {
        let section = sections[number]
        for position in positions {
            let frame = frame(at: position, in: number).offset(x: 0, y: section.offset)
            sink.put(id(at: position, of: number, section), frame, if: frame.intersects(rect))
        }
    }

    /// The item at a position of all windows, in a section.
    @inline(__always)
    private func id(at position: Int, of number: Int, _ section: BucketSection) -> ElementID {
        let item =
            itemAt.count > 0 ? itemAt[position] : Int32(truncatingIfNeeded: position &- section.firstItem)
        return ElementID(section: Int32(truncatingIfNeeded: number), item: item)
    }
}
