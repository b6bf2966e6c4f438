/// The layout of a section that is described.
public enum LayoutReference: Sendable {
    /// One of the content's, by its index in ``Content/layouts``.
    case index(Int)
    /// A layout. If the content has an equal one, that is meant; otherwise this one is added with the section, and stays when the
    /// section goes. To look for it takes O(layouts), of which there should be few.
    case layout(any SectionLayout)
}

extension LayoutReference: ExpressibleByIntegerLiteral {
    /// A layout of the content.
    public init(integerLiteral index: Int) { self = .index(index) }
}

extension LayoutReference: Hashable {
    /// Whether both are the same index, or equal layouts.
    public static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.index(let index), .index(let other)): index == other
        case (.layout(let layout), .layout(let other)): layout.isEqual(to: other)
        default: false
        }
    }

    /// Hashes the index, or the id of the layout.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .index(let index): hasher.combine(index)
        case .layout(let layout): hasher.combine(type(of: layout).id)
        }
    }
}
