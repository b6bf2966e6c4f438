/// An element of a section beside its items: a header, a footer, another supplementary view or a decoration.
public struct Supplementary: Hashable, Sendable, BitwiseCopyable {
    /// Its rectangle, in points: in section coordinates and layout space where a fold gives it.
    public var frame: Rect
    /// Its index among the section's elements of the same kind.
    public var item: Int32
    /// What it is.
    public var kind: ElementKind

    /// Creates an element.
    @inlinable
    public init(kind: ElementKind, item: Int = 0, frame: Rect) {
        self.frame = frame
        self.item = Int32(item)
        self.kind = kind
    }

    /// The id of the element in a section.
    @inline(__always)
    func id(inSection section: Int) -> ElementID {
        ElementID(section: Int32(truncatingIfNeeded: section), item: item, kind: kind)
    }
}
