/// Where a section stands along the axis, in content coordinates and layout space.
public struct SectionGeometry: Hashable, Sendable {
    /// Where the section begins, in points.
    public var offset: Double
    /// Its length, header and footer included.
    public var extent: Double
    /// The nearest and the farthest edge of its items; nil if it has none.
    public var items: ClosedRange<Double>?

    /// Where a section stands whose items have been placed. O(items).
    ///
    /// - Parameters:
    ///   - offset: Where it begins, in points.
    ///   - extent: Its length.
    ///   - items: The frames of its items, in section coordinates.
    public init(offset: Double, extent: Double, items: [Rect]) {
        var span = ItemSpan()
        for frame in items { span.cover(frame) }
        self.init(offset: offset, extent: extent, items: span)
    }

    init(offset: Double, extent: Double, items: ItemSpan) {
        self.offset = offset
        self.extent = extent
        self.items = items.near <= items.far ? items.near + offset...items.far + offset : nil
    }
}
