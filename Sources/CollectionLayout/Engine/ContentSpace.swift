/// The coordinates that users see, and layout space: transposed if the content scrolls horizontally, mirrored if it is
/// flipped from right to left. Users' side of the mapping is called content.
struct ContentSpace: Hashable, Sendable {
    let axis: Axis
    /// The width of the content that mirroring turns about, or nil if nothing is mirrored.
    let mirrorWidth: Double?

    /// Whether both are the same.
    var isIdentity: Bool { axis == .vertical && mirrorWidth == nil }

    private func mirror(_ rect: Rect) -> Rect {
        guard let mirrorWidth else { return rect }
        return Rect(x: mirrorWidth - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
    }

    func toLayout(_ rect: Rect) -> Rect { axis.transpose(mirror(rect)) }
    func toContent(_ rect: Rect) -> Rect { mirror(axis.transpose(rect)) }

    /// Insets in layout space.
    func toLayout(_ insets: EdgeInsets) -> EdgeInsets {
        guard mirrorWidth != nil else { return axis.transpose(insets) }
        return axis.transpose(
            EdgeInsets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left))
    }

    /// A direction or velocity in layout space.
    func vectorToLayout(_ vector: Point) -> Point {
        axis.transpose(mirrorWidth == nil ? vector : Point(x: -vector.x, y: vector.y))
    }

    /// Attributes as users see them; a transform turns with the axes.
    func toContent(_ attributes: LayoutAttributes) -> LayoutAttributes {
        guard !isIdentity else { return attributes }
        var result = attributes
        result.frame = toContent(attributes.frame)
        if attributes.transform3D != .identity {
            if axis == .horizontal { result.transform3D = result.transform3D.transposed }
            if mirrorWidth != nil { result.transform3D = result.transform3D.mirrored }
        }
        return result
    }
}
