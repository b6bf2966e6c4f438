extension CollectionLayoutEngine {
    /// Changes the layout, and moves the content offset by what that moves the anchor: exactly, if the offset is a
    /// multiple of 1/1024 pt. The offset may then lie beyond ``contentOffsetRange``.
    ///
    /// Among estimates nothing but what is shown can stay: the first visible item does, unless another anchor is shown.
    ///
    /// - Parameter edits: Those that the change applies.
    mutating func anchoring(
        _ edits: [Change], _ change: (inout Self) throws(LayoutError) -> Void
    ) throws(LayoutError) {
        let before = (length: cache.contentSize.height, view: laidOutSize)
        let isEstimated = !edits.isEmpty && !cache.isComplete
        let isEndShown = viewport.rect.maxY >= before.length
        let rule: ScrollAnchor =
            isEstimated && (anchor == .none || (anchor == .end && !isEndShown)) ? .firstVisible : anchor
        let candidates = anchorCandidates(rule)
        try change(&self)
        effects.follow(edits)
        let growth = scrollAxis.transpose(laidOutSize).height - scrollAxis.transpose(before.view).height
        var distance = 0.0
        var kept: ElementID?
        if rule == .end {
            // Mirrored content ends at the coordinate 0.
            distance = isReversed ? 0 : cache.contentSize.height - before.length - growth
        } else if !candidates.isEmpty {
            let map = ElementMap(edits)
            for (id, frame) in candidates {
                guard let new = map.new(of: id), let now = cache.frame(of: new) else { continue }
                if case .element = anchor { anchor = .element(new) }
                kept = new
                distance =
                    isReversed
                    ? cache.contentSize.height - now.y - (before.length - frame.y) - growth : now.y - frame.y
                break
            }
        }
        let move = scrollAxis.transpose(Point(x: 0, y: distance))
        show(bounds.offset(x: move.x, y: move.y), keeping: kept)
    }

    /// Whether coordinates along the scroll axis are mirrored.
    var isReversed: Bool { isMirrored && scrollAxis == .horizontal }

    /// The elements that can be the anchor, and their frames in layout space, the first one that stays is it.
    private func anchorCandidates(_ anchor: ScrollAnchor) -> [(id: ElementID, frame: Rect)] {
        var hits = HitBuffer(capacity: 64)
        var wanted: (id: ElementID, frame: Rect)?
        switch anchor {
        case .none, .end: return []
        case .firstVisible: break
        case .element(let id): wanted = cache.frame(of: id).map { (id, $0) }
        }
        // New bounds may await their layout: what was on the screen counts.
        cache.query(viewport(of: Rect(origin: bounds.origin, size: laidOutSize)).rect, into: &hits)
        let origin = wanted?.frame.y
        var visible = hits.ids.filter { $0.kind == .cell }.map { (id: $0, frame: cache.frame(of: $0)!) }
        visible.sort { a, b in
            let (first, second) = origin.map { (abs(a.frame.y - $0), abs(b.frame.y - $0)) } ?? (a.frame.y, b.frame.y)
            return first != second ? first < second : a.id < b.id
        }
        return (wanted.map { [$0] } ?? []) + visible
    }
}
