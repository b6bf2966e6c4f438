/// Attributes of some elements, found by their ids in O(log n) without hashing.
struct AttributeTable: Sendable {
    private let attributes: [LayoutAttributes]

    /// - Parameter attributes: In the order of their ids, as those that an engine finds; no two with the same one.
    init(_ attributes: [LayoutAttributes]) {
        self.attributes = attributes
    }

    /// The ids in order.
    var ids: some Sequence<ElementID> { attributes.lazy.map(\.id) }

    func contains(_ id: ElementID) -> Bool { position(of: id) != nil }

    subscript(id: ElementID) -> LayoutAttributes? { position(of: id).map { attributes[$0] } }

    private func position(of id: ElementID) -> Int? {
        let position = attributes.indices.partition { attributes[$0].id < id }
        return position < attributes.count && attributes[position].id == id ? position : nil
    }
}
