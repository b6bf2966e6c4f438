extension CollectionLayoutEngine {
    /// Where to scroll to instead of a proposed offset, after an update or as another layout takes over: by the
    /// ``snapRule``, without a velocity.
    public func targetContentOffset(forProposedContentOffset proposed: Point) -> Point {
        targetContentOffset(forProposedContentOffset: proposed, withScrollingVelocity: .zero)
    }

    /// Where scrolling should come to rest instead of at a proposed offset, by the ``snapRule``.
    ///
    /// Without a velocity the nearest place, the earlier one of two. With one, the first place in its direction: for
    /// items at or beyond the proposed offset, for pages the next one from the present offset. The result can be scrolled
    /// to. Without a rule it is the proposed offset. Of a layout that is estimated, items are known only where it has been
    /// shown: if none is within one view of the proposed offset, that one is taken.
    ///
    /// - Parameters:
    ///   - proposed: Where scrolling would stop by itself, in points.
    ///   - velocity: Its sign counts along each axis.
    /// - Complexity: O(log n + items within one view of the proposed offset) where there are any.
    public func targetContentOffset(
        forProposedContentOffset proposed: Point, withScrollingVelocity velocity: Point
    ) -> Point {
        switch snapRule {
        case .none: return proposed
        case .pages: return clamped(page(proposed, velocity))
        case .items(let part):
            guard let target = itemOffset(part, proposed, velocity) else { return clamped(proposed) }
            return clamped(target)
        }
    }

    private func page(_ proposed: Point, _ velocity: Point) -> Point {
        func page(_ proposed: Double, _ current: Double, _ velocity: Double, _ length: Double, _ inset: Double)
            -> Double
        {
            guard length > 0 else { return proposed }
            let pages = (current + inset) / length
            // A view that rests at a page may miss it by what offsets are rounded by, pixels at the most.
            let page = abs(pages - pages.rounded()) * length < 0.5 ? pages.rounded() : pages
            let number =
                velocity > 0
                ? page.rounded(.down) + 1
                : velocity < 0
                    ? page.rounded(.up) - 1
                    : ((proposed + inset) / length - 0.5).rounded(.up)
            return number * length - inset
        }
        let inset = contentInset
        let breadth = bounds.width - inset.left - inset.right
        let width = collectionViewContentSize.width
        // Mirrored pages begin at the right edge.
        func mirrored(_ x: Double) -> Double { width - x - bounds.width }
        return Point(
            x: isMirrored
                ? mirrored(page(mirrored(proposed.x), mirrored(bounds.x), -velocity.x, breadth, inset.right))
                : page(proposed.x, bounds.x, velocity.x, breadth, inset.left),
            y: page(proposed.y, bounds.y, velocity.y, bounds.height - inset.top - inset.bottom, inset.top))
    }

    private func itemOffset(_ part: SnapRule.Part, _ proposed: Point, _ velocity: Point) -> Point? {
        let space = space
        let view = viewport(of: Rect(origin: proposed, size: bounds.size))
        func place(_ rect: Rect, _ insets: EdgeInsets) -> Double {
            let (near, far) = (rect.minY + insets.top, rect.maxY - insets.bottom)
            return part == .start ? near : part == .end ? far : (near + far) / 2
        }
        let wanted = place(view.rect, view.safeArea)
        let direction = space.vectorToLayout(velocity).y
        var best: Double?
        var hits = HitBuffer(capacity: 64)
        // Twice as wide until an item is found that no item outside can beat, or everything has been looked at. Among estimates
        // only what has been shown is found, be it far away.
        var width = max(view.rect.height, 1)
        let largestWidth = cache.isComplete ? 4 * Snapping.largestCoordinate : width
        while true {
            let near = direction > 0 ? wanted - 1 : wanted - width
            let far = direction < 0 ? wanted + 1 : wanted + width
            let reach = 2 * Snapping.largestCoordinate
            let strip = Rect(x: -reach, y: near, width: 2 * reach, height: far - near)
            hits.removeAll()
            cache.query(strip, into: &hits)
            for index in 0..<hits.count where hits[index].kind == .cell {
                guard let frame = cache.frame(of: hits[index]) else { continue }
                let place = place(frame, .zero)
                guard direction == 0 || (direction > 0 ? place >= wanted : place <= wanted) else { continue }
                guard let known = best else {
                    best = place
                    continue
                }
                let (distance, least) = (abs(place - wanted), abs(known - wanted))
                if distance < least || (distance == least && place < known) { best = place }
            }
            if let best, abs(best - wanted) < width { break }
            if width >= largestWidth { break }
            width *= 2
        }
        guard let best else { return nil }
        // In layout space the offset moves by the distance; a mirrored axis runs the other way.
        let move = space.axis.transpose(Point(x: 0, y: best - wanted))
        return Point(x: proposed.x + (isMirrored ? -move.x : move.x), y: proposed.y + move.y)
    }
}
