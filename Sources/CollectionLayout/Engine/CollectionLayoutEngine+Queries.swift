extension CollectionLayoutEngine {
    /// Whether x coordinates are mirrored.
    public var isMirrored: Bool {
        flipsHorizontallyInOppositeLayoutDirection && layoutDirection != developmentLayoutDirection
    }

    /// The mapping between what users see and layout space.
    var space: ContentSpace {
        ContentSpace(
            axis: scrollAxis, mirrorWidth: isMirrored ? scrollAxis.transpose(cache.contentSize).width : nil)
    }

    /// What is shown of the content, in layout space.
    var viewport: Viewport { viewport(of: bounds) }

    func viewport(of bounds: Rect) -> Viewport {
        let space = space
        return Viewport(rect: space.toLayout(bounds), safeArea: space.toLayout(contentInset))
    }

    /// Appends the attributes of all elements whose frames, after their effects, intersect a rect; in no particular
    /// order, each element once. Touching edges do not intersect.
    ///
    /// Allocates nothing if the buffer is large enough.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates and points; it need not be the visible one.
    ///   - buffer: Keeps what it holds; call `removeAll()` before.
    /// - Complexity: that of a query of the cache, O(log n + found) for most.
    public func layoutAttributesForElements(in rect: Rect, into buffer: inout AttributesBuffer) {
        let first = buffer.count
        effects.query(space.toLayout(rect), in: cache, viewport, into: &buffer)
        takeToContent(from: first, &buffer)
    }

    /// The same as ``layoutAttributesForElements(in:into:)``, and counts what it does.
    public func layoutAttributesForElements(
        in rect: Rect, into buffer: inout AttributesBuffer, counting counts: inout QueryCounts
    ) {
        let first = buffer.count
        effects.query(space.toLayout(rect), in: cache, viewport, into: &buffer, counting: &counts)
        takeToContent(from: first, &buffer)
    }

    /// Takes attributes from layout space into content coordinates.
    private func takeToContent(from first: Int, _ buffer: inout AttributesBuffer) {
        let space = space
        guard !space.isIdentity else { return }
        for index in first..<buffer.count { buffer.update(index) { $0 = space.toContent($0) } }
    }

    /// The attributes of all elements whose frames, after their effects, intersect a rect; by section, kind and item.
    ///
    /// A convenience that allocates; see ``layoutAttributesForElements(in:into:)``.
    ///
    /// - Parameter rect: In content coordinates and points.
    public func layoutAttributesForElements(in rect: Rect) -> [LayoutAttributes] {
        var buffer = AttributesBuffer()
        layoutAttributesForElements(in: rect, into: &buffer)
        return buffer.attributes.sorted { $0.id < $1.id }
    }

    /// The topmost item at a point, after effects; nil if there is none. Of items with the same zIndex the last one is on top; left and
    /// top edges belong to an item, right and bottom ones do not.
    ///
    /// - Parameter point: In content coordinates and points.
    /// - Complexity: O(log n + elements at the point).
    public func indexPathForItem(at point: Point) -> LayoutIndexPath? {
        topmostElement(at: point) { $0.id.kind == .cell }?.indexPath
    }

    /// The topmost of the elements at a point that are asked for.
    func topmostElement(at point: Point, where isAskedFor: (LayoutAttributes) -> Bool) -> LayoutAttributes? {
        var buffer = AttributesBuffer(capacity: 16)
        // Queries find no element by its edge.
        let slop = Snapping.grainLength
        layoutAttributesForElements(
            in: Rect(x: point.x - slop, y: point.y - slop, width: 2 * slop, height: 2 * slop), into: &buffer)
        var top: LayoutAttributes?
        for index in 0..<buffer.count {
            let next = buffer[index]
            guard next.frame.contains(point), isAskedFor(next) else { continue }
            if let known = top, (known.zIndex, known.id) > (next.zIndex, next.id) { continue }
            top = next
        }
        return top
    }

    /// The attributes of an element, or nil if there is none of that id. O(log n).
    public func layoutAttributes(for id: ElementID) -> LayoutAttributes? {
        guard let attributes = effects.attributes(of: id, in: cache, viewport) else { return nil }
        return space.toContent(attributes)
    }

    /// The attributes of an item, or nil if there is none at that path. O(log n).
    public func layoutAttributesForItem(at indexPath: LayoutIndexPath) -> LayoutAttributes? {
        indexPath.id(.cell).flatMap(layoutAttributes(for:))
    }

    /// The attributes of a supplementary element, or nil if there is none. O(log n).
    ///
    /// - Precondition: the kind is supplementary.
    public func layoutAttributesForSupplementaryView(
        ofKind kind: ElementKind, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        precondition(kind.category == .supplementary, "\(kind) is not a supplementary kind")
        return indexPath.id(kind).flatMap(layoutAttributes(for:))
    }

    /// The same by the kind's name, such as ``KindNames/sectionHeader``; nil for unknown names.
    public func layoutAttributesForSupplementaryView(
        ofKind name: String, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        kindNames.supplementary(name).flatMap { layoutAttributesForSupplementaryView(ofKind: $0, at: indexPath) }
    }

    /// The attributes of a decoration element, or nil if there is none. O(log n).
    ///
    /// - Precondition: the kind is a decoration.
    public func layoutAttributesForDecorationView(
        ofKind kind: ElementKind, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        precondition(kind.category == .decoration, "\(kind) is not a decoration kind")
        return indexPath.id(kind).flatMap(layoutAttributes(for:))
    }

    /// The same by the kind's name; nil for names that are not registered.
    public func layoutAttributesForDecorationView(
        ofKind name: String, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        kindNames.decoration(name).flatMap { layoutAttributesForDecorationView(ofKind: $0, at: indexPath) }
    }

    /// Registers a kind of decoration by name, and gives the kind that contents refer to.
    @discardableResult
    public mutating func register(decorationViewOfKind name: String) -> ElementKind {
        kindNames.register(name, category: .decoration)
    }

    /// Registers a kind of supplementary elements by name.
    @discardableResult
    public mutating func register(supplementaryViewOfKind name: String) -> ElementKind {
        kindNames.register(name, category: .supplementary)
    }
}
