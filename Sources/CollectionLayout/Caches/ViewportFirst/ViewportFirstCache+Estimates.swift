/// What is known of places that have not been laid out. Lengths are counted in units: an item is one, and a section one
/// more, for its header, footer and insets.
extension ViewportFirstCache {
    /// What stays where it is while more is laid out.
    struct Target {
        /// An item, the beginning of a section for item 0 without an id, or the end of the content: the section that would
        /// come next.
        var place: LayoutIndexPath
        /// The item, or the footer behind it.
        var id: ElementID?
        /// Where it stands, in content coordinates.
        var y: Double
    }

    /// What is to stay: an item, a header or a footer that is asked for, the first item in the rect, the content's end if that is
    /// near, or what is estimated to stand at the beginning of the rect.
    ///
    /// Other elements stand around items: they stay with those in view.
    func target(in rect: Rect, keeping id: ElementID?) -> Target {
        let kept = id.flatMap { [.cell, .header, .footer].contains($0.kind) ? $0 : nil }
        if let id = kept ?? shown?.firstItem(in: rect), let frame = frame(of: id) {
            var place = LayoutIndexPath(item: Int(id.item), section: Int(id.section))
            if id.kind == .header { return Target(place: place, y: offset(of: place.section)) }
            // A footer stands behind the last item.
            if id.kind == .footer { place.item = max(Int(content.sections[place.section].count) - 1, 0) }
            return Target(place: place, id: id, y: frame.y)
        }
        if rect.maxY + rect.height >= length { return Target(place: endPlace, y: length) }
        let place = place(at: rect.minY)
        return place.item == 0
            ? Target(place: place, y: offset(of: place.section))
            : Target(place: place, id: cell(place), y: y(of: place))
    }

    private var endPlace: LayoutIndexPath { LayoutIndexPath(item: 0, section: content.sections.count) }
    private func cell(_ place: LayoutIndexPath) -> ElementID { ElementID(section: place.section, item: place.item) }

    /// Where a target stands now.
    func y(of target: Target) -> Double {
        if target.place == endPlace { return contentSize.height }
        return target.id.flatMap(frame(of:))?.y ?? offset(of: target.place.section)
    }

    /// Where a target stands among items that are to be shown, or among those that are laid out.
    func y(of target: Target, in items: ShownItems?) -> Double {
        if target.place == endPlace { return items?.end ?? laid.contentSize.height }
        if let id = target.id, let frame = items?.frame(of: id) ?? laid.frame(of: id) { return frame.y }
        return items?.offset(of: target.place.section) ?? laid.outlines[target.place.section].offset
    }

    // Units

    /// The units before an item; before its section for item 0.
    func unit(_ place: LayoutIndexPath) -> Int {
        guard place.section < itemsBefore.count else { return content.itemCount + content.sections.count }
        return itemsBefore[place.section] + place.section + (place.item > 0 ? place.item + 1 : 0)
    }

    /// The item before which there are so many units.
    func place(atUnit unit: Int) -> LayoutIndexPath {
        let section = max(itemsBefore.indices.partition { itemsBefore[$0] + $0 <= unit } - 1, 0)
        let last = max(Int(content.sections[section].count) - 1, 0)
        let item = unit - itemsBefore[section] - section - 1
        return LayoutIndexPath(item: min(max(item, 0), last), section: section)
    }

    /// The units that have been laid out exactly, and their length.
    var laidUnits: Int { laid.outlines.itemCount + laid.outlines.count }
    var laidLength: Double { laid.outlines.size.height }

    /// How long so many units are on average, in points, rounded down to the grain.
    func estimate(_ units: Int) -> Double {
        guard laidUnits > 0 else { return 0 }
        let length = Double(units) * (laidLength / Double(laidUnits))
        return content.container.snapping.snap(min(length, Snapping.largestCoordinate))
    }

    /// How many units are so long on average, at least.
    func units(in length: Double) -> Int {
        guard length > 0 else { return 0 }
        let count = (length * Double(laidUnits) / laidLength).rounded(.up)
        return count < Double(content.itemCount) ? Int(count) : content.itemCount
    }

    // Lengths

    /// Units, and the coordinate behind them.
    private typealias Mark = (unit: Int, y: Double)

    private var laidMark: Mark { (laidUnits, laidLength) }
    /// The end of what is laid out or shown, whichever is farther.
    private var lastMark: Mark {
        guard let shown, unit(shown.next) > laidUnits else { return laidMark }
        return (unit(shown.next), shown.end)
    }
    private var endMark: Mark { (unit(endPlace), length) }

    /// The length of the content.
    var estimatedLength: Double {
        let last = lastMark
        return last.y + estimate(unit(endPlace) - last.unit)
    }

    /// Where a number of units ends that neither is laid out nor shown.
    private func y(behind units: Int) -> Double {
        let last = lastMark
        if units >= last.unit { return mix(last, endMark, units) }
        guard let shown, isProvisional else { return last.y }
        let begin = (unit: unit(shown.start), y: shown.begin)
        return units <= begin.unit ? mix(laidMark, begin, units) : mix(begin, last, units)
    }

    private func mix(_ a: Mark, _ b: Mark, _ units: Int) -> Double {
        guard b.unit > a.unit else { return a.y }
        let part = Double(units - a.unit) / Double(b.unit - a.unit)
        return a.y + content.container.snapping.snap((b.y - a.y) * min(max(part, 0), 1))
    }

    /// The item that is estimated to stand at a coordinate.
    private func place(at y: Double) -> LayoutIndexPath {
        let y = y.isNaN ? 0 : y
        func between(_ a: Mark, _ b: Mark) -> LayoutIndexPath {
            let part = b.y > a.y ? min(max((y - a.y) / (b.y - a.y), 0), 1) : 0
            return place(atUnit: a.unit + Int(part * Double(b.unit - a.unit)))
        }
        if y < laidLength { return laidPlace(reaching: y) }
        if let shown, isProvisional, y < shown.begin { return between(laidMark, (unit(shown.start), shown.begin)) }
        let last = lastMark
        return y < last.y ? shown?.start ?? laidPlace(reaching: y) : between(last, endMark)
    }

    // What is laid out exactly

    private var frontierPlace: LayoutIndexPath { LayoutIndexPath(item: frontier.item, section: frontier.section) }

    /// The first stored state, or beginning of a section, from which on nothing is missing beyond a coordinate.
    func laidPlace(reaching y: Double) -> LayoutIndexPath {
        var none = NoCounts()
        let outlines = laid.outlines
        let section = outlines.firstReaching(beyond: y, in: 0..<outlines.count, near: 0, counting: &none)
        guard section < outlines.count else { return frontierPlace }
        let layout = content.layout(ofSection: section)
        let placed = laid.placedBlocks(of: section, upTo: frontier)
        guard layout.placesRunsAlone, layout.positionCount > 0, !placed.isEmpty else {
            return LayoutIndexPath(item: 0, section: section)
        }
        let block = laid.reaches.firstReaching(
            beyond: y, offset: outlines[section].offset, in: placed, near: placed.lowerBound, counting: &none)
        return LayoutIndexPath(item: Int(laid.starts[min(block, placed.upperBound - 1)]), section: section)
    }

    /// The state before the first item of a block; nil at the beginning of a section.
    func laidState(before place: LayoutIndexPath) -> [Double]? {
        guard place.item > 0 else { return nil }
        let layout = content.layout(ofSection: place.section)
        let block = place.item / CheckpointCache.blockSize(layout)
        return [Double](unsafeUninitializedCapacity: layout.stateCount) { slots, count in
            layout.set(
                FoldState(slots.baseAddress!, count: layout.stateCount),
                toRest: laid.rest(before: block, of: place.section, layout))
            count = layout.stateCount
        }
    }

    // Answers

    /// Where a section begins.
    private func offset(of section: Int) -> Double {
        if section < laid.outlines.count { return laid.outlines[section].offset }
        return shown?.offset(of: section) ?? y(behind: unit(LayoutIndexPath(item: 0, section: section)))
    }

    private func y(of place: LayoutIndexPath) -> Double {
        frame(of: cell(place))?.y ?? offset(of: place.section)
    }

    /// Where a section stands; an estimate until it is laid out. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry {
        if isComplete || section < frontier.section { return laid.geometry(ofSection: section) }
        if let geometry = shown?.geometry(of: section) { return geometry }
        let offset = offset(of: section)
        let isLast = section + 1 == content.sections.count
        let extent = max((isLast ? length : self.offset(of: section + 1)) - offset, 0)
        var span = ItemSpan()
        if content.sections[section].count > 0 {
            span.near = content.layout(ofSection: section).itemsTop(of: content.sections[section])
            span.far = max(itemsEnd(of: section, extent: extent), span.near)
        }
        return SectionGeometry(offset: offset, extent: extent, items: span)
    }

    private func itemsEnd(of section: Int, extent: Double) -> Double {
        extent - content.layout(ofSection: section).extent(of: content.sections[section], itemsEnd: 0)
    }

    /// The frame of an element; an estimate until it is laid out or shown. O(B) for cells that have been laid out, as in a
    /// ``CheckpointCache``, else O(1).
    public func frame(of id: ElementID) -> Rect? {
        if isComplete { return laid.frame(of: id) }
        if let frame = shown?.frame(of: id) ?? laid.frame(of: id) { return frame }
        let section = Int(id.section)
        guard content.sections.indices.contains(section) else { return nil }
        let description = content.sections[section]
        let layout = content.layout(ofSection: section)
        let across = content.container.breadth
        guard id.kind == .cell else {
            let geometry = geometry(ofSection: section)
            let itemsEnd = max(itemsEnd(of: section, extent: geometry.extent), layout.itemsTop(of: description))
            let elements = layout.supplementaries(of: description, itemsEnd: itemsEnd, across: across)
            let element = elements.first { $0.id(inSection: section) == id }
            return element?.frame.offset(x: 0, y: geometry.offset)
        }
        guard id.item >= 0, id.item < description.count else { return nil }
        let unit = itemsBefore[section] + section + 1 + Int(id.item)
        let near = y(behind: unit)
        let breadth = max(across - layout.insets.left - layout.insets.right, 0)
        return Rect(x: layout.insets.left, y: near, width: breadth, height: max(y(behind: unit + 1) - near, 0))
    }
}
