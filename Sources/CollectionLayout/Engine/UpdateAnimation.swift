/// What is remembered while an update or a change of bounds is animated.
struct UpdateAnimation: Sendable {
    /// Which element was which.
    let map: ElementMap
    /// What was visible before, by ids from before.
    let wasVisible: AttributeTable
    /// What is visible now, and was not: where it was before, by ids from before.
    let hasCome: AttributeTable
    /// What is visible now.
    let isVisible: AttributeTable

    /// The attributes from before of what was visible or is now, by its id from before.
    func before(_ id: ElementID) -> LayoutAttributes? { wasVisible[id] ?? hasCome[id] }
}
