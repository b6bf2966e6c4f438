/// Where scrolling comes to rest.
public enum SnapRule: Hashable, Sendable {
    /// What of an item is brought to the same part of the view, content inset excluded.
    public enum Part: String, Sendable, CaseIterable {
        /// The near edges.
        case start
        /// The middles.
        case center
        /// The far edges.
        case end
    }

    /// Anywhere.
    case none
    /// At items: a part of one is at the same part of the view.
    case items(Part)
    /// At multiples of the view's size less its content inset, along both axes.
    case pages
}
