/// Names an element within its kind, as an IndexPath of two indices does: a section and an item.
///
/// It is not called IndexPath, which would be ambiguous in every file that imports Foundation or UIKit as well.
@frozen
public struct LayoutIndexPath: Hashable, Sendable, BitwiseCopyable {
    /// Index of the section.
    public var section: Int
    /// Index of the item within the section; 0 for headers and footers.
    public var item: Int

    /// A path from its indices.
    @inlinable
    public init(item: Int, section: Int) {
        self.section = section
        self.item = item
    }

    /// The path of an element.
    @inlinable
    public init(_ id: ElementID) {
        self.init(item: Int(id.item), section: Int(id.section))
    }
}

extension LayoutIndexPath: Comparable, CustomStringConvertible {
    /// By section, then item.
    @inlinable
    public static func < (a: LayoutIndexPath, b: LayoutIndexPath) -> Bool {
        (a.section, a.item) < (b.section, b.item)
    }

    /// For messages: `[3, 14]`.
    public var description: String { "[\(section), \(item)]" }

    /// The element of a kind at this path, or nil if no element can have such indices.
    public func id(_ kind: ElementKind) -> ElementID? {
        guard let section = Int32(exactly: section), let item = Int32(exactly: item), section >= 0, item >= 0 else {
            return nil
        }
        return ElementID(section: section, item: item, kind: kind)
    }
}
