/// The values of items that are to become part of a section.
public enum NewItems: Hashable, Sendable {
    /// Items that all have the same values: as many as the layout takes for one item.
    case uniform(count: Int, value: [Double])
    /// Items with values of their own, one item after the other.
    case each(count: Int, values: [Double])

    /// The number of items.
    public var count: Int {
        switch self {
        case .uniform(let count, _), .each(let count, _): count
        }
    }
}
