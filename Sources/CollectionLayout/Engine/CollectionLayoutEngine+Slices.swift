extension CollectionLayoutEngine {
    /// Lays out more of what the cache has put off; to be called while there is nothing else to do.
    ///
    /// A ``ViewportFirstCache`` lays out what is visible, here and whenever the bounds change, and estimates the rest. As
    /// estimates become exact, the content offset moves along, so that the visible ``anchor``, or else the first visible
    /// item, stays where it is on the screen along the axis: to the last bit, if the offset is a multiple of 1/1024 pt.
    /// Other caches have put nothing off.
    ///
    /// ```swift
    /// let isLaidOut = try engine.continuePreparing(items: 10_000)  // once in each idle callback, until it is true
    /// ```
    ///
    /// - Parameter items: About as many as are laid out, some 5 to 20 ns each.
    /// - Returns: Whether everything is laid out.
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``; what is shown stays.
    @discardableResult
    public mutating func continuePreparing(items: Int) throws(LayoutError) -> Bool {
        let anchor = shownAnchor
        try take(bounds) { cache, rect throws(LayoutError) in
            try cache.layOutMore(items: items, showing: rect, keeping: anchor)
        }
        showBounds()
        return cache.isComplete
    }

    /// Takes bounds and sees to it that what is in them has been laid out; they follow what stays on the screen.
    mutating func show(_ bounds: Rect, keeping id: ElementID?) {
        let effects = effects
        take(bounds) { cache, rect in
            let distance = cache.show(rect, keeping: id)
            guard effects.carries else { return distance }
            // What effects carry into view comes from before it or behind it, and what is in view stays for its sake.
            let view = rect.offset(x: 0, y: distance)
            guard let kept = id ?? Sight.items(in: view, of: cache).first?.id else { return distance }
            return distance + cache.show(effects.widened(view), keeping: kept)
        }
    }

    /// Sees to it that what is in the bounds has been laid out.
    mutating func showBounds() {
        if !cache.isComplete { show(bounds, keeping: shownAnchor) }
    }

    /// The anchor, if it is an element that is visible.
    var shownAnchor: ElementID? {
        guard case .element(let id) = anchor, let frame = cache.frame(of: id), frame.intersects(viewport.rect) else {
            return nil
        }
        return id
    }

    /// What stays on the screen while estimates become exact; nil if there are none, or no items in view.
    var estimatedPlace: VisiblePlace? {
        guard !cache.isComplete else { return nil }
        let view = viewport.rect
        guard let id = shownAnchor ?? firstItem(in: view) else { return nil }
        return VisiblePlace(id: id, distance: cache.frame(of: id)!.y - view.y)
    }

    /// Goes back to an offset, or to where by now is what was to be seen there.
    mutating func show(_ offset: Point, with place: VisiblePlace) {
        let bounds = Rect(origin: offset, size: bounds.size)
        guard let frame = cache.frame(of: place.id) else { return self.bounds = bounds }
        let move = offsetMove(along: frame.y - place.distance - viewport(of: bounds).rect.y, widening: 0)
        show(bounds.offset(x: move.x, y: move.y), keeping: place.id)
    }

    private mutating func take<Failure>(
        _ bounds: Rect, _ lay: (inout Cache, Rect) throws(Failure) -> Double
    ) throws(Failure) {
        var next = bounds
        if !cache.isComplete {
            let before = cache.contentSize
            let distance = try lay(&cache, viewport(of: bounds).rect)
            let widening = scrollAxis.transpose(cache.contentSize).width - scrollAxis.transpose(before).width
            let move = offsetMove(along: distance, widening: widening)
            next = bounds.offset(x: move.x, y: move.y)
        }
        // Bounds that are no numbers differ from themselves, and to set them would come back here.
        if next != self.bounds, next == next { self.bounds = next }
    }
}

/// An item, and how far it is from the near edge of the view along the axis.
struct VisiblePlace: Sendable {
    let id: ElementID
    let distance: Double
}
