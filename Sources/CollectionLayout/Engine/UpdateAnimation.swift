/// What is remembered while an update or a change of bounds is animated.
struct UpdateAnimation: Sendable {
    /// Which element was which.
    let map: ElementMap
    /// Attributes from before, by the ids from before: of what was visible or is now.
    private(set) var before: [ElementID: LayoutAttributes]
    /// What was visible before and is now, by ids of the time.
    let wasVisible: Set<ElementID>
    var isVisible: Set<ElementID> = []

    /// Remembers what was visible.
    init(map: ElementMap, visible: [LayoutAttributes]) {
        self.map = map
        before = Dictionary(uniqueKeysWithValues: visible.map { ($0.id, $0) })
        wasVisible = Set(visible.map(\.id))
    }

    /// Remembers attributes from before of what has become visible.
    mutating func remember(_ attributes: LayoutAttributes) {
        before[attributes.id] = attributes
    }
}
