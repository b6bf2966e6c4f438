/// Consecutive items that have been laid out to be shown, with their frames and with what else their sections have.
///
/// They begin with a section, with a stored state of the fold, or, in the middle of a section of which no state is known,
/// as if the items before were not there: then the frames of that section are provisional.
struct ShownItems: Sendable {
    /// The items of one section.
    private struct Part {
        let section: Int
        let first: Int
        /// Whether the frames are those of the whole section; else it begins in the middle.
        let isExact: Bool
        /// Where the section begins, in content coordinates.
        var origin: Double
        let firstFrame: Int
        let firstOther: Int
        var span = ItemSpan()
        /// The section's length, once its last item is placed.
        var extent: Double?
    }

    private var parts: [Part] = []
    /// Frames in section coordinates.
    private var frames: [Rect] = []
    private var others: [Supplementary] = []
    /// The state before ``next``; empty where a section begins.
    private var state: [Double] = []
    /// The first item, and the one behind the last.
    let start: LayoutIndexPath
    private(set) var next: LayoutIndexPath
    /// Where they begin and end, in content coordinates.
    private(set) var begin: Double
    private(set) var end: Double
    /// Nothing that reaches beyond this coordinate is missing; nothing at all up to ``end``, and behind it at the content's end.
    private(set) var near: Double
    private(set) var breadth = 0.0
    private let sectionCount: Int

    /// No items yet.
    ///
    /// - Parameters:
    ///   - start: The first item; 0 means that the section begins here.
    ///   - origin: Where its section begins, in content coordinates.
    ///   - state: The state before that item, if it is known.
    ///   - near: Beyond which coordinate nothing is missing; nil means where the items begin.
    init(_ content: Content, from start: LayoutIndexPath, at origin: Double, _ state: [Double]?, near: Double? = nil) {
        self.start = start
        next = start
        sectionCount = content.sections.count
        if let state { self.state = state }
        begin = origin
        if start.item > 0, state == nil {
            begin += content.layout(ofSection: start.section).itemsTop(of: content.sections[start.section])
        }
        end = begin
        self.near = near ?? begin
        parts.append(
            Part(
                section: start.section, first: start.item, isExact: start.item == 0 || state != nil, origin: origin,
                firstFrame: 0, firstOther: 0))
    }

    /// The number of items.
    var count: Int { frames.count }
    /// Bytes held.
    var byteCount: Int {
        parts.count * MemoryLayout<Part>.stride + frames.count * MemoryLayout<Rect>.stride
            + others.count * MemoryLayout<Supplementary>.stride + state.count * MemoryLayout<Double>.stride
    }

    /// Whether nothing of the content ends behind them.
    var reachesEnd: Bool { next.section == sectionCount }

    /// Whether nothing is missing in a rect.
    func covers(_ rect: Rect) -> Bool { near <= rect.minY && (reachesEnd || rect.maxY <= end) }

    /// Places more items: past one at least, and until all that follow begin at a coordinate or beyond.
    ///
    /// Layouts whose items may stand anywhere in their section, which is to say that their state has no positions, place
    /// all items of a section.
    mutating func extend(_ content: Content, past place: LayoutIndexPath, to far: Double) {
        var runner = FoldRunner(content)
        while next.section < sectionCount, next <= place || end < far {
            let section = next.section
            let layout = content.layout(ofSection: section)
            let count = Int(content.sections[section].count)
            if parts.last!.section != section {
                parts.append(
                    Part(
                        section: section, first: 0, isExact: true, origin: end, firstFrame: frames.count,
                        firstOther: others.count))
            }
            var part = parts.removeLast()
            runner.begin(section, at: 0)
            for index in state.indices { runner.state[index] = state[index] }
            while next.item < count {
                if layout.positionCount > 0, next > place, end >= far { break }
                append(runner, &part, count)
                if layout.positionCount > 0 {
                    let least = (1..<layout.positionCount).reduce(runner.state[0]) { min($0, runner.state[$1]) }
                    end = part.origin + least
                }
            }
            breadth = max(breadth, layout.sectionBreadth(reaching: part.span.breadth))
            close(&part, content, runner.state)
            parts.append(part)
        }
    }

    /// Places a run of items.
    private mutating func append(_ runner: borrowing FoldRunner, _ part: inout Part, _ count: Int) {
        withUnsafeTemporaryAllocation(of: Rect.self, capacity: OnDemand.runLength) { run in
            let range = next.item..<min(next.item + OnDemand.runLength, count)
            runner.place(range, into: run.baseAddress!)
            for index in 0..<range.count {
                part.span.cover(run[index])
                frames.append(run[index])
            }
            next.item = range.upperBound
        }
    }

    /// Adds what the section of the last part has beside its items, and ends it if its last item has been placed.
    private mutating func close(_ part: inout Part, _ content: Content, _ state: FoldState) {
        let section = content.sections[part.section]
        let layout = content.layout(ofSection: part.section)
        let isEnded = next.item == Int(section.count)
        let itemsEnd =
            isEnded
            ? content.withWindow(ofSection: part.section) { layout.fold.end(state, items: $0) }
            : max(part.span.far, layout.itemsTop(of: section))
        let elements = layout.supplementaries(
            of: section, itemsEnd: itemsEnd, across: content.container.breadth)
        others.removeSubrange(part.firstOther...)
        // What is cut off has no footer yet, and what begins in the middle no header.
        others += elements.filter { ($0.kind != .footer || isEnded) && ($0.kind != .header || part.isExact) }
        if isEnded {
            let extent = layout.extent(of: section, itemsEnd: itemsEnd)
            part.extent = extent
            end = part.origin + extent
            next = LayoutIndexPath(item: 0, section: part.section + 1)
            self.state = []
        } else {
            self.state = (0..<layout.stateCount).map { state[$0] }
        }
    }

    /// Moves everything along the axis.
    mutating func move(by distance: Double) {
        for index in parts.indices { parts[index].origin += distance }
        begin += distance
        end += distance
        near += distance
    }

    private func part(of section: Int) -> Int? {
        let index = section - start.section
        return parts.indices.contains(index) ? index : nil
    }

    private func frames(of index: Int) -> Range<Int> {
        parts[index].firstFrame..<(index + 1 < parts.count ? parts[index + 1].firstFrame : frames.count)
    }

    private func others(of index: Int) -> Range<Int> {
        parts[index].firstOther..<(index + 1 < parts.count ? parts[index + 1].firstOther : others.count)
    }

    /// Where a section begins, in content coordinates, if that is known.
    func offset(of section: Int) -> Double? {
        part(of: section).flatMap { parts[$0].isExact ? parts[$0].origin : nil }
    }

    /// Where a section stands, if all of it is here.
    func geometry(of section: Int) -> SectionGeometry? {
        guard let index = part(of: section), parts[index].first == 0, let extent = parts[index].extent else {
            return nil
        }
        return SectionGeometry(offset: parts[index].origin, extent: extent, items: parts[index].span)
    }

    /// The frame of an element, if it is here.
    func frame(of id: ElementID) -> Rect? {
        guard let index = part(of: Int(id.section)) else { return nil }
        let origin = parts[index].origin
        if id.kind == .cell {
            let range = frames(of: index)
            let frame = range.lowerBound + Int(id.item) - parts[index].first
            return range.contains(frame) ? frames[frame].offset(x: 0, y: origin) : nil
        }
        let element = others[others(of: index)].first { $0.id(inSection: Int(id.section)) == id }
        return element?.frame.offset(x: 0, y: origin)
    }

    /// The first item that meets a rect, or else the nearest one; nil if there are no items, or none near the rect.
    func firstItem(in rect: Rect) -> ElementID? {
        guard begin < rect.maxY, end > rect.minY else { return nil }
        var best: (rank: (Int, Double), id: ElementID)?
        for index in parts.indices {
            for (number, frame) in frames[frames(of: index)].enumerated() {
                let frame = frame.offset(x: 0, y: parts[index].origin)
                let rank = frame.intersects(rect) ? (0, frame.y) : (1, abs(frame.y - rect.y))
                if let best, best.rank <= rank { continue }
                best = (rank, ElementID(section: parts[index].section, item: parts[index].first + number))
            }
        }
        return best?.id
    }

    /// Tests every element of the sections that meet the rect.
    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        for index in parts.indices {
            let part = parts[index]
            counter.visit(nodes: 1)
            let others = others(of: index)
            sink.reserve(others.count)
            counter.test(elements: others.count)
            for element in self.others[others] {
                let frame = element.frame.offset(x: 0, y: part.origin)
                sink.put(element.id(inSection: part.section), frame, if: frame.intersects(rect))
            }
            guard part.span.near + part.origin < rect.maxY, part.span.far + part.origin > rect.minY else { continue }
            let range = frames(of: index)
            sink.reserve(range.count)
            counter.test(elements: range.count)
            for number in range {
                let frame = frames[number].offset(x: 0, y: part.origin)
                let id = ElementID(section: part.section, item: part.first + number - range.lowerBound)
                sink.put(id, frame, if: frame.intersects(rect))
            }
        }
    }
}
