/// UICollectionViewLayout without a view: lays out a content, answers where elements are, and follows scrolling, edits,
/// self-sizing items, interactive movement and animated updates.
///
/// ```swift
/// var engine = try CollectionLayoutEngine<IncrementalCache>(
///     content, bounds: Rect(x: 0, y: 0, width: 390, height: 844))
/// for attributes in engine.layoutAttributesForElements(in: engine.bounds) { show(attributes) }
/// engine.contentOffset.y += 100
/// ```
///
/// Rectangles and points are in content coordinates, as the view shows them: neither transposed nor, before mirroring,
/// moved by the content inset. Queries answer from the last layout that could be prepared: after an invalidation call
/// ``prepare()``, as a collection view does before it asks. The engine is a value: a copy shares its storage, and one
/// that is not being changed can be queried from several threads.
public struct CollectionLayoutEngine<Cache: AttributeCache>: Sendable {
    /// The frames of the prepared layout.
    public internal(set) var cache = Cache()
    /// The axis along which the content scrolls. Kept here, as queries ask for it and to fetch a content takes as long as
    /// to find some elements.
    public private(set) var scrollAxis: Axis
    /// What is to be laid out in place of the prepared content, if anything.
    private(set) var replacement: Content?
    private var isWholeInvalid = false
    /// Whether bounds or inset have changed since.
    private var isResized = false
    /// The edits that await ``prepare()``.
    private(set) var pending = PendingEdits()
    private var sizeAdjustment = Size.zero
    /// How the invalidations that await ``prepare()`` have moved the content offset.
    private var offsetAdjustment: OffsetAdjustment?
    /// How far contexts that resize one element, which is named by such a change, have adjusted offset and size.
    private var adjustments: [Change: (move: Point, growth: Size)] = [:]
    /// What an animation of an update or of changed bounds begins with.
    var animation: UpdateAnimation?

    /// The visible rectangle: the content offset and the size of the view, in points.
    ///
    /// A new origin only scrolls. A new size invalidates the layout: call ``prepare()``. That lays out nothing where all frames stay:
    /// where the view is as broad across the scroll axis as before, and no layout of the content has
    /// ``SectionLayout/dependsOnViewportLength``. While lengths are estimated, see ``continuePreparing(items:)``, the origin may
    /// move on from where it was set.
    public var bounds: Rect {
        didSet {
            if bounds.size != oldValue.size { isResized = true }
            showBounds()
        }
    }
    /// What the content keeps off the edges of the view, bars and safe area included, in points.
    ///
    /// A change invalidates the layout as another size of the ``bounds`` does: for a bar or the keyboard nothing is laid out.
    public var contentInset: EdgeInsets {
        didSet { if contentInset != oldValue { isResized = true } }
    }
    /// What happens to attributes as the content scrolls. A change needs no ``prepare()``. Effects of single sections stay with
    /// these through edits: of a section that is yet to be inserted they are set once it is there.
    public var effects: EffectLayer {
        didSet {
            if effects.reachesFarther(than: oldValue) { showBounds() }
        }
    }
    /// The names of supplementary and decoration kinds.
    public var kindNames = KindNames()
    /// Where scrolling comes to rest; see ``targetContentOffset(forProposedContentOffset:withScrollingVelocity:)``.
    public var snapRule = SnapRule.none
    /// What stays where it is on the screen as the layout changes; the content offset follows it.
    public var anchor = ScrollAnchor.none
    /// The size of the bounds when the content was laid out.
    var laidOutSize: Size
    /// How fast the content scrolls while an item is held near an edge.
    public var autoscroll = Autoscroll()
    /// The direction of the language in use.
    public var layoutDirection = LayoutDirection.leftToRight { didSet { showBounds() } }
    /// The direction that the layout was designed for.
    public var developmentLayoutDirection = LayoutDirection.leftToRight { didSet { showBounds() } }
    /// Whether x coordinates are mirrored where ``layoutDirection`` is not ``developmentLayoutDirection``.
    public var flipsHorizontallyInOppositeLayoutDirection = false { didSet { showBounds() } }

    /// An engine with a content laid out in bounds.
    ///
    /// - Parameters:
    ///   - content: What to lay out. If it was made for other bounds, it is taken over into these.
    ///   - bounds: The content offset and the size of the view, in points.
    ///   - contentInset: What the content keeps off the edges of the view, in points.
    ///   - effects: What happens to attributes as the content scrolls.
    /// - Throws: ``LayoutError``.
    public init(
        _ content: Content, bounds: Rect, contentInset: EdgeInsets = .zero, effects: EffectLayer = EffectLayer()
    ) throws(LayoutError) {
        self.bounds = bounds
        laidOutSize = bounds.size
        scrollAxis = content.container.axis
        self.contentInset = contentInset
        self.effects = effects
        replacement = content
        isWholeInvalid = true
        try prepare()
    }

    /// What is laid out: sections, their layouts and the values of their items, with the edits applied since.
    public var content: Content { cache.content }

    /// The top left corner of the visible rectangle, in points.
    public var contentOffset: Point {
        get { bounds.origin }
        set { bounds = Rect(origin: newValue, size: bounds.size) }
    }

    /// The extent of all elements, in points; see also ``InvalidationContext/contentSizeAdjustment``. O(log S).
    public var collectionViewContentSize: Size {
        let size = scrollAxis.transpose(cache.contentSize)
        return Size(width: size.width + sizeAdjustment.width, height: size.height + sizeAdjustment.height)
    }

    /// Whether an invalidation awaits ``prepare()``.
    public var needsPrepare: Bool { isWholeInvalid || isResized || !pending.isEmpty }

    /// Lays out what is invalid; does nothing if all is valid.
    ///
    /// - Complexity: that of the cache: of preparing if everything is invalid, else of each edit.
    /// - Throws: ``LayoutError``. The last good layout stays in force, and what was refused is dropped: the content offset
    ///   moves back, too, among estimates to where by now is what was to be seen. A size of the bounds or an inset that was
    ///   refused stays, as it is the view's: it is tried again when everything is laid out anew.
    public mutating func prepare() throws(LayoutError) {
        let adjustment = offsetAdjustment
        do {
            try layOutInvalid()
        } catch {
            takeBack(adjustment)
            throw error
        }
    }

    private mutating func layOutInvalid() throws(LayoutError) {
        // Contexts that invalidate nothing may have adjusted offset and size.
        guard needsPrepare else { return dropPending() }
        let edits = pending.all
        guard isWholeInvalid || isResized else {
            // Nothing may hold on to the content here: an edit would have to copy it.
            dropPending()
            return try apply(edits)
        }
        let viewportLength = isWholeInvalid ? nil : viewportLengthOfSameFrames(in: bounds.size)
        if let viewportLength, try applyKeepingFrames(edits, viewportLength) { return }
        let next = replacement ?? cache.content
        let isRest = replacement == nil && edits.isEmpty
        dropPending()
        do {
            try layOut(next, edits)
        } catch {
            // A new size or inset may be good without the edits or the content that are dropped; if not, it is refused next time.
            isWholeInvalid = !isRest
            throw error
        }
    }

    /// Applies edits to a layout of which all other frames stay, with another length of the viewport.
    ///
    /// - Returns: Whether it has: the cache may not know how to.
    private mutating func applyKeepingFrames(
        _ edits: [Change], _ viewportLength: Double
    ) throws(LayoutError) -> Bool {
        let former = cache.content.container.viewportLength
        guard viewportLength == former || cache.setViewportLength(viewportLength) else { return false }
        dropPending()
        do {
            try anchoring(edits, anew: false) { engine throws(LayoutError) in
                if !edits.isEmpty { try engine.cache.apply(edits) }
                engine.laidOutSize = engine.bounds.size
            }
        } catch {
            _ = cache.setViewportLength(former)
            // The size may be good without the edits that are dropped.
            isResized = true
            throw error
        }
        return true
    }

    /// The length of the viewport in bounds of a size, if all frames stay in these; else nil. O(layouts)
    func viewportLengthOfSameFrames(in size: Size) -> Double? {
        let content = cache.content
        guard let fresh = try? container(of: content, in: size) else { return nil }
        var same = content.container
        same.viewportLength = fresh.viewportLength
        guard same == fresh, same == content.container || !content.dependsOnViewportLength else { return nil }
        return fresh.viewportLength
    }

    /// The container of a content in bounds of a size.
    private func container(of content: Content, in size: Size) throws(LayoutError) -> Container {
        let former = content.container
        return try Content(
            axis: former.axis, bounds: size, contentInset: contentInset, snapping: former.snapping,
            fidelity: former.fidelity
        ).container
    }

    /// Takes other bounds and lays out what they invalidate, or throws and keeps bounds and layout as they were; edits and contents
    /// that await a layout are dropped then.
    mutating func replaceBounds(_ newBounds: Rect) throws(LayoutError) {
        let (former, adjustment, wasWholeInvalid, wasResized) = (bounds, offsetAdjustment, isWholeInvalid, isResized)
        // Not where edits alone await a layout that is known: they would have to copy what is held on to.
        let isHeld = wasWholeInvalid || wasResized || newBounds.size != bounds.size || !cache.isComplete
        let formerCache = isHeld ? cache : nil
        bounds = newBounds
        do {
            try layOutInvalid()
        } catch {
            // Bounds that show another place have changed estimates.
            if let formerCache { cache = formerCache }
            bounds = former
            (isWholeInvalid, isResized) = (wasWholeInvalid, wasResized)
            takeBack(adjustment)
            throw error
        }
    }

    /// Moves the content offset back by what refused invalidations have moved it.
    private mutating func takeBack(_ adjustment: OffsetAdjustment?) {
        guard let adjustment else { return }
        let (now, move) = (contentOffset, adjustment.move)
        // To the last bit, unless it has been scrolled in the meantime.
        guard now == adjustment.to else { return contentOffset = Point(x: now.x - move.x, y: now.y - move.y) }
        if let place = adjustment.place { show(adjustment.from, with: place) } else { contentOffset = adjustment.from }
    }

    private mutating func layOut(_ content: Content, _ edits: [Change]) throws(LayoutError) {
        var content = content
        if try container(of: content, in: bounds.size) != content.container {
            content = try content.resized(to: bounds.size, contentInset: contentInset)
        }
        for edit in edits { try content.apply(edit) }
        let edited = content
        try anchoring(edits, anew: true) { engine throws(LayoutError) in
            try engine.cache.prepare(edited, showing: engine.viewport.rect)
            engine.scrollAxis = edited.container.axis
            engine.laidOutSize = engine.bounds.size
        }
    }

    /// Applies edits to the layout, all or none.
    mutating func apply(_ edits: [Change]) throws(LayoutError) {
        try anchoring(edits, anew: false) { engine throws(LayoutError) in try engine.cache.apply(edits) }
    }

    private mutating func dropPending() {
        (isWholeInvalid, isResized) = (false, false)
        pending = PendingEdits()
        replacement = nil
        sizeAdjustment = .zero
        offsetAdjustment = nil
        adjustments = [:]
    }

    /// Lays out another content at the next ``prepare()``, as `reloadData` does. What awaited that is dropped: edits were ones of
    /// the content before, and the content offset moves back by what they have moved it.
    public mutating func reloadData(_ content: Content) {
        let adjustment = offsetAdjustment
        dropPending()
        takeBack(adjustment)
        replacement = content
        invalidateLayout()
    }

    /// How far the invalidations that await ``prepare()`` have moved the content offset.
    var pendingMove: Point { offsetAdjustment?.move ?? .zero }

    /// Makes the next ``prepare()`` compute everything anew, lanes included.
    public mutating func invalidateLayout() {
        isWholeInvalid = true
    }

    /// Moves the content offset and counts on another content size; numbers that are none come from edits that are going to be
    /// refused.
    private mutating func adjust(by context: InvalidationContext) {
        var (move, growth) = (context.contentOffsetAdjustment, context.contentSizeAdjustment)
        if context.changes.count == 1, let element = context.changes[0].resizedElement {
            // Measured from what is laid out, as a former one of the element was.
            if let former = adjustments.updateValue((move, growth), forKey: element) {
                move = Point(x: move.x - former.move.x, y: move.y - former.move.y)
                growth = Size(
                    width: growth.width - former.growth.width, height: growth.height - former.growth.height)
            }
        } else if !context.changes.isEmpty, !adjustments.isEmpty {
            renameAdjustments(context.changes)
        }
        if move != .zero, move.x.isFinite, move.y.isFinite {
            var adjustment = offsetAdjustment ?? OffsetAdjustment(from: contentOffset, place: estimatedPlace)
            adjustment.scroll(to: contentOffset)
            contentOffset = Point(x: contentOffset.x + move.x, y: contentOffset.y + move.y)
            adjustment.to = contentOffset
            offsetAdjustment = adjustment
        }
        if growth.width.isFinite, growth.height.isFinite {
            sizeAdjustment.width += growth.width
            sizeAdjustment.height += growth.height
        }
    }

    /// Has what resized elements have adjusted follow them to their names after edits. Edits that resize others besides have
    /// adjusted for all of them together.
    private mutating func renameAdjustments(_ edits: [Change]) {
        guard edits.allSatisfy({ $0.resizedElement == nil && $0.hasPossiblePaths }) else { return adjustments = [:] }
        let map = ElementMap(edits)
        adjustments = adjustments.reduce(into: [:]) { renamed, entry in
            if let id = entry.key.resizedID.flatMap(map.new) { renamed[entry.key.renamed(to: id)] = entry.value }
        }
    }

    /// Takes down what the next ``prepare()`` has to do, and moves the content offset by the context's adjustment. Of contexts that
    /// do nothing but resize the same element, the last one counts.
    ///
    /// Items that are invalid get the values that they have in `content`, if it is given, and headers and footers their sizes; other
    /// items keep theirs, and its bounds do not matter. Where it has other sections, layouts or numbers of items than what is laid
    /// out and the edits that await ``prepare()`` make, or the context says that counts have changed, everything is laid out from it,
    /// and only edits of this context are applied to it. Elements that are not items
    /// need no work without a new content: their attributes are computed whenever they are asked for.
    ///
    /// - Complexity: O(edits), O(sections) with a content.
    public mutating func invalidateLayout(with context: InvalidationContext, content: Content? = nil) {
        let isWhole = context.invalidateEverything || context.invalidateDataSourceCounts
        var resizes: [Change] = []
        if let content {
            // The content that the next ``prepare()`` lays out.
            let known = isWhole ? nil : pending.result(of: replacement ?? cache.content)
            if let all = known?.resizes(to: content, at: context.invalidatedItemIndexPaths) {
                resizes = all
            } else {
                reloadData(content)
            }
        }
        adjust(by: context)
        pending.append(resizes + context.changes)
        if isWhole { invalidateLayout() }
    }

}

/// How invalidations have moved the content offset.
private struct OffsetAdjustment: Sendable {
    /// Where it would be without them, and where it is.
    private(set) var from: Point
    var to: Point
    /// What was to be seen before, where an offset alone does not tell; nil once it has been scrolled since.
    private(set) var place: VisiblePlace?

    init(from: Point, place: VisiblePlace?) {
        (self.from, to, self.place) = (from, from, place)
    }

    var move: Point { Point(x: to.x - from.x, y: to.y - from.y) }

    /// Takes along what has been scrolled in the meantime, which is no adjustment.
    mutating func scroll(to offset: Point) {
        guard offset != to else { return }
        from = Point(x: from.x + offset.x - to.x, y: from.y + offset.y - to.y)
        (to, place) = (offset, nil)
    }
}
