extension CollectionLayoutEngine {
    /// Changes the layout, and moves the content offset by what that moves the anchor: exactly, if the offset is a
    /// multiple of 1/1024 pt. The offset may then lie beyond ``contentOffsetRange``.
    ///
    /// Where lengths are estimates, before the change or after it, nobody knows how far away an anchor out of view is, nor what
    /// is at an offset: the first visible item stays instead. An anchor out of view is the anchor nevertheless. Without an anchor a
    /// view at the beginning of the content stays there, unless coordinates are mirrored: those count from the estimated end.
    ///
    /// - Parameters:
    ///   - edits: Those that the change applies.
    ///   - anew: Whether it lays out everything, and may begin with estimates.
    mutating func anchoring(
        _ edits: [Change], anew: Bool, _ change: (inout Self) throws(LayoutError) -> Void
    ) throws(LayoutError) {
        // Arguments beforehand here and below: a method whose arguments look at the engine gets a copy of it.
        let mayEstimate = anew || !cache.isComplete
        let before = sight(mayEstimate: mayEstimate)
        try change(&self)
        effects.follow(edits)
        let isEstimated = before.isEstimated || !cache.isComplete
        let isAtBeginning = anchor == .none && before.view.minY <= 0 && !isReversed
        let rule = isEstimated && !before.isAnchorShown && !isAtBeginning ? .firstVisible : anchor
        switch rule {
        case .none: show(bounds, keeping: nil)
        case .end: showEnd(as: before)
        case .element, .firstVisible:
            let map = ElementMap(edits)
            let candidates = rule == anchor ? before.candidates : before.visible
            let kept = remaining(of: candidates, map)
            renameAnchor(map, or: kept?.id)
            let next = if let kept { bounds(after: before, movedAlong: kept.distance) } else { bounds }
            show(next, keeping: kept?.id)
        }
    }

    /// The first candidate that is still there, and how far it has moved in layout space. One that edits have moved away from its
    /// neighbours would take the view along: it counts only if all have been, or if it was chosen.
    private func remaining(of candidates: [Sight.Element], _ map: ElementMap) -> (id: ElementID, distance: Double)? {
        var moved: (id: ElementID, distance: Double)?
        for candidate in candidates {
            guard let id = map.new(of: candidate.id), let frame = cache.frame(of: id) else { continue }
            let result = (id, frame.y - candidate.y)
            if anchor == .element(candidate.id) || !map.isMoved(id) { return result }
            moved = moved ?? result
        }
        return moved
    }

    /// Follows the anchor to its new name. What takes its part if it is gone is what was visible nearest to it, or else nothing.
    private mutating func renameAnchor(_ map: ElementMap, or successor: ElementID?) {
        guard case .element(let id) = anchor else { return }
        let new = map.new(of: id)
        if let new, cache.frame(of: new) != nil || successor == nil {
            anchor = .element(new)
        } else {
            anchor = successor.map(ScrollAnchor.element) ?? .none
        }
    }

    /// Moves the view so that the end of the content is where it was on the screen.
    private mutating func showEnd(as before: Sight) {
        let viewGrowth = scrollAxis.transpose(laidOutSize).height - before.view.height
        let distance = cache.contentSize.height - before.contentSize.height - viewGrowth
        show(bounds(after: before, movedAlong: distance), keeping: nil)
        // Items at the end that are shown first may be longer than was estimated. They are known from then on.
        let gap = before.contentSize.height - before.view.maxY
        for _ in 0..<4 {
            let miss = cache.contentSize.height - laidOutView.maxY - gap
            guard abs(miss) >= Snapping.grainLength else { break }
            let move = offsetMove(along: miss, widening: 0)
            show(bounds.offset(x: move.x, y: move.y), keeping: nil)
        }
    }

    /// The bounds after a change, such that what has moved by a distance in layout space is where it was on the screen.
    private func bounds(after before: Sight, movedAlong distance: Double) -> Rect {
        var start = bounds
        var widening = 0.0
        if before.axis == scrollAxis {
            let (former, now) = (scrollAxis.transpose(before.contentSize), scrollAxis.transpose(cache.contentSize))
            widening = now.width - former.width - (laidOutSize.width - scrollAxis.transpose(before.view.size).width)
        } else {
            // The view goes as far along the new axis as it was along the former one.
            let view = Rect(origin: before.view.origin, size: scrollAxis.transpose(bounds.size))
            start = Rect(origin: space.toContent(view).origin, size: bounds.size)
        }
        let move = offsetMove(along: distance, widening: widening)
        return start.offset(x: move.x, y: move.y)
    }

    /// How the content offset follows what has moved along the axis, in layout space.
    ///
    /// - Parameter widening: By how much more than the view the content has become broader: mirrored coordinates count from the
    ///   content's right edge.
    func offsetMove(along distance: Double, widening: Double) -> Point {
        var move = scrollAxis.transpose(Point(x: 0, y: distance))
        if isMirrored { move.x = widening - move.x }
        return move
    }

    /// What is on the screen.
    ///
    /// - Parameter mayEstimate: Whether lengths are estimates before a change or may be after it.
    private func sight(mayEstimate: Bool) -> Sight {
        let (contentSize, view) = (cache.contentSize, laidOutView)
        var chosen: (id: ElementID, frame: Rect)?
        if case .element(let id) = anchor { chosen = cache.frame(of: id).map { (id, $0) } }
        let isAnchorShown =
            switch anchor {
            case .none: false
            case .firstVisible: true
            case .end: contentSize.height <= view.maxY
            case .element: chosen?.frame.intersects(view) ?? false
            }
        var sight = Sight(
            axis: scrollAxis, contentSize: contentSize, view: view, isEstimated: !cache.isComplete,
            isAnchorShown: isAnchorShown)
        // A query takes time that edits without an anchor need not take.
        let isAnchorElement = anchor != .none && anchor != .end
        guard isAnchorElement || (mayEstimate && !isAnchorShown) else { return sight }
        sight.visible = Sight.items(in: view, of: cache)
        sight.candidates = sight.visible
        guard let (id, frame) = chosen else { return sight }
        sight.candidates.sort { (abs($0.y - frame.y), $0.id) < (abs($1.y - frame.y), $1.id) }
        sight.candidates.insert((id, frame.y), at: 0)
        return sight
    }

    /// The first item in a rect of layout space.
    func firstItem(in rect: Rect) -> ElementID? { Sight.items(in: rect, of: cache).first?.id }

    /// What is on the screen, in layout space, while new bounds await their layout.
    private var laidOutView: Rect { viewport(of: Rect(origin: bounds.origin, size: laidOutSize)).rect }

    /// Whether coordinates along the scroll axis are mirrored.
    var isReversed: Bool { isMirrored && scrollAxis == .horizontal }
}

/// What is on the screen before a change of the layout, in layout space.
struct Sight {
    typealias Element = (id: ElementID, y: Double)

    let axis: Axis
    let contentSize: Size
    let view: Rect
    let isEstimated: Bool
    let isAnchorShown: Bool
    /// The items in view, from its near edge on; none if nothing can depend on them.
    var visible: [Element] = []
    /// What can be the anchor: the chosen element, then the visible items nearest to it.
    var candidates: [Element] = []

    static func items(in view: Rect, of cache: some AttributeCache) -> [Element] {
        // With their frames, each of which would be another search.
        var found = AttributesBuffer(capacity: 64)
        cache.query(view, into: &found)
        var items: [Element] = []
        items.reserveCapacity(found.count)
        for index in 0..<found.count where found.id(at: index).kind == .cell {
            items.append((found.id(at: index), found[index].frame.y))
        }
        items.sort { ($0.y, $0.id) < ($1.y, $1.id) }
        return items
    }
}
