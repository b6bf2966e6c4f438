/// What an update does to an element.
public enum ElementUpdate: Hashable, Sendable {
    /// It stays, under another name perhaps.
    case persisting(old: ElementID, new: ElementID)
    /// It is new; the name is that after the update.
    case inserted(ElementID)
    /// It is gone; the name is that before the update.
    case deleted(ElementID)
}
