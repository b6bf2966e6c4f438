extension CollectionLayoutEngine {
    /// Whether the size that an item, a header or a footer prefers changes the layout: the layout takes lengths, sizes or ratios
    /// of its items, and what it would take of this size is not what it has, or is to get with the next ``prepare()``. Headers and
    /// footers are as broad as their section, whatever they prefer, and items without a length have no ratio. Nothing is changed
    /// while another content awaits ``prepare()``, as what is measured are elements of the former one.
    ///
    /// - Parameters:
    ///   - preferred: The attributes with the size that the view has measured.
    ///   - original: The attributes that the view was given.
    public func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferred: LayoutAttributes, withOriginalAttributes original: LayoutAttributes
    ) -> Bool {
        awaitedResize(snapped(preferred), original) != nil
    }

    /// What the preferred size of an item, a header or a footer invalidates: one ``Change/resize(section:item:to:)`` or
    /// ``Change/resizeSection(at:header:footer:)``.
    ///
    /// The content size is expected to grow by what the item grows along the axis. If the item lies before what is
    /// shown, the offset moves by the same distance; what is shown then stays where it is if the layout puts one item
    /// after the other along the axis, as a list does. With an ``anchor`` that is left to it, and among estimates to
    /// ``prepare()``, which keeps in place what is shown.
    public func invalidationContext(
        forPreferredLayoutAttributes preferred: LayoutAttributes, withOriginalAttributes original: LayoutAttributes
    ) -> InvalidationContext {
        let preferred = snapped(preferred)
        var context = InvalidationContext()
        guard let (id, change) = awaitedResize(preferred, original) else { return context }
        context.changes = [change]
        if id.kind == .cell {
            context.invalidateItems(at: [LayoutIndexPath(id)])
        } else {
            context.invalidateSupplementaryElements(ofKind: id.kind, at: [LayoutIndexPath(id)])
        }
        let axis = scrollAxis
        let growth = axis.transpose(preferred.size).height - axis.transpose(original.size).height
        context.contentSizeAdjustment = axis.transpose(Size(width: 0, height: growth))
        guard anchor == .none, cache.isComplete else { return context }
        // Where the view is in what is laid out, as the original attributes are: what awaits its layout has moved it already.
        let view = viewport(of: bounds.offset(x: -pendingMove.x, y: -pendingMove.y))
        // Where it is laid out: effects may show it elsewhere, as they do with a pinned header.
        let frame = cache.frame(of: original.id) ?? space.toLayout(original.frame)
        let isBefore = frame.maxY <= view.rect.minY + view.safeArea.top
        // Mirrored content grows towards the left: x coordinates of what lies before a change are those that move.
        if isBefore != isReversed {
            context.contentOffsetAdjustment = axis.transpose(Point(x: 0, y: growth))
        }
        return context
    }

    /// The size as the content would snap it: thirds of a point would be asked for again and again.
    private func snapped(_ preferred: LayoutAttributes) -> LayoutAttributes {
        let snapping = content.container.snapping
        func snap(_ length: Double) -> Double {
            abs(length) <= Snapping.largestCoordinate ? snapping.snap(length) : length
        }
        var result = preferred
        result.size = Size(width: snap(preferred.size.width), height: snap(preferred.size.height))
        return result
    }

    /// What an element is called after the edits that await ``prepare()``, and the change that gives it its size then; nil if
    /// they delete it, or it has that size.
    private func awaitedResize(
        _ preferred: LayoutAttributes, _ original: LayoutAttributes
    ) -> (id: ElementID, change: Change)? {
        guard let id = pending.new(of: original.id), let change = resize(preferred, original) else { return nil }
        return (id, change.renamed(to: id))
    }

    private func resize(_ preferred: LayoutAttributes, _ original: LayoutAttributes) -> Change? {
        let (section, item) = (original.indexPath.section, original.indexPath.item)
        // Elements of the content that is laid out say nothing of one that is to take its place.
        guard replacement == nil else { return nil }
        guard preferred.id == original.id, preferred.size != original.size || !pending.isEmpty else { return nil }
        // Once: to fetch it counts references to all that it holds.
        let content = content
        guard content.sections.indices.contains(section) else { return nil }
        guard original.id.kind == .cell else {
            return resizeSupplementary(original.id, from: original.size, to: preferred.size)
        }
        guard (0..<Int(content.sections[section].count)).contains(item) else { return nil }
        let former = content.value(section: section, item: item)
        let names = content.fold(ofSection: section).valueNames
        var value = former
        let along = scrollAxis.transpose(preferred.size)
        // The size that it has comes from the value that it has, which is not to be had from the size alone.
        for (index, name) in names.enumerated() where preferred.size != original.size {
            switch name {
            case "width": value[index] = preferred.size.width
            case "height": value[index] = preferred.size.height
            case "length": value[index] = along.height
            case "breadth": value[index] = along.width
            case "aspect ratio" where preferred.size.width != 0 && preferred.size.height != 0:
                value[index] = aspectRatio(of: preferred.size, content.container)
            case "annotation length":
                // The text of a photo grows, the photo does not.
                value[index] = max(former[index] + along.height - scrollAxis.transpose(original.size).height, 0)
            default: break
            }
        }
        var known = former
        if case .resize(_, _, let value)? = pending.resize(of: original.id) { known = value }
        return value == known ? nil : .resize(section: section, item: item, to: value)
    }

    /// The ratio of an item that is to have a size. A quotient that is rounded to the wrong side would make it a grain shorter: then
    /// it is the next one.
    private func aspectRatio(of size: Size, _ container: Container) -> Double {
        let along = container.axis.transpose(size)
        let ratio = size.width / size.height
        guard container.length(breadth: along.width, aspectRatio: ratio) < along.height else { return ratio }
        return container.axis == .vertical ? ratio.nextDown : ratio.nextUp
    }

    private func resizeSupplementary(_ id: ElementID, from original: Size, to preferred: Size) -> Change? {
        guard id.item == 0, id.kind == .header || id.kind == .footer else { return nil }
        let (section, isHeader) = (content.sections[Int(id.section)], id.kind == .header)
        var known = scrollAxis.transpose(original).height
        if case .resizeSection(_, let header, let footer)? = pending.resize(of: id),
            let size = isHeader ? header : footer
        {
            known = scrollAxis.transpose(size).height
        }
        let length = scrollAxis.transpose(preferred).height
        // One without a length would be none, which the data source alone can say.
        guard length != known, length > 0, length <= Snapping.largestCoordinate,
            (isHeader ? section.headerLength : section.footerLength) > 0
        else { return nil }
        // The breadth only says that there is one.
        let size = scrollAxis.transpose(Size(width: 1, height: length))
        return .resizeSection(at: Int(id.section), header: isHeader ? size : nil, footer: isHeader ? nil : size)
    }
}
