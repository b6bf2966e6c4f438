/// An edit of a content.
public enum Change: Hashable, Sendable {
    /// An item gets other values: another size in a flow, another height in a list.
    case resize(section: Int, item: Int, to: ItemValue)
}
