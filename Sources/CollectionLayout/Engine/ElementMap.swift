/// Which element is which before and after an update.
///
/// A resize keeps every element where it was in the data source, so the map of resizes is the identity. Edits that insert,
/// delete and move elements will make other maps; what animates updates asks nothing but this type.
public struct ElementMap: Hashable, Sendable {
    /// Every element stays itself.
    ///
    /// Computed: a stored global of an empty type stops the optimiser of Swift 6.3.1 in whoever uses it.
    public static var identity: ElementMap { ElementMap() }

    /// The map of a sequence of edits.
    public init(_ changes: [Change] = []) {
        for change in changes {
            switch change {
            case .resize: break
            }
        }
    }

    /// What an element from before the update is called after it; nil if it was deleted.
    public func new(of old: ElementID) -> ElementID? { old }

    /// What an element from after the update was called before it; nil if it was inserted.
    public func old(of new: ElementID) -> ElementID? { new }
}
