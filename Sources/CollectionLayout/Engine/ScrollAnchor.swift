/// What keeps its place on the screen while edits, self-sizing items and new bounds move what is around it.
///
/// While lengths are estimated, only what is in view can: if the anchor is not, or there is none, the first visible item does.
public enum ScrollAnchor: Hashable, Sendable {
    /// Nothing: the content offset stays; while lengths are estimated, only at the beginning of the content.
    case none
    /// An element, by its present name; edits that rename the element rename the anchor. Its near edge keeps its distance
    /// from the view's near edge. If it is deleted, the visible item nearest to it takes its part; if none is left, there is no
    /// anchor any more.
    case element(ElementID)
    /// The first visible item along the axis of those that stay, and are not moved away on their own or with their section; if
    /// all are moved, the first of them.
    case firstVisible
    /// The end of the content, as in a chat. It keeps its distance from the view's far edge, whatever the content inset. Where the
    /// inset grows, as above a keyboard, scroll by as much.
    case end
}
