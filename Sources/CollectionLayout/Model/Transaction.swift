/// Edits that happen at once, as those of `performBatchUpdates`.
///
/// Paths of what is deleted, reloaded or resized are those before the transaction, paths of what is inserted those after
/// it, and a move names both. The order in which edits are added does not matter. ``changes(in:)`` turns a transaction
/// into edits one after the other.
public struct Transaction: Hashable, Sendable {
    /// What happens to sections, or to items. The path of a section has its index as item, in section 0.
    struct Edits<New: Hashable & Sendable>: Hashable, Sendable {
        var deleted: [LayoutIndexPath] = []
        var reloaded: [At<New>] = []
        var moved: [Move] = []
        var inserted: [At<New>] = []
    }

    /// Something at a path.
    struct At<Value: Hashable & Sendable>: Hashable, Sendable {
        var path: LayoutIndexPath
        var value: Value
    }

    /// Sizes of a header and a footer; nil for those that stay.
    struct Sizes: Hashable, Sendable {
        var header: Size?
        var footer: Size?
    }

    struct Move: Hashable, Sendable {
        var from: LayoutIndexPath
        var to: LayoutIndexPath
    }

    private(set) var items = Edits<NewItems>()
    private(set) var sections = Edits<SectionDescription>()
    private(set) var resized: [At<ItemValue>] = []
    private(set) var resizedSections: [At<Sizes>] = []
    /// The number of items that each section must have afterwards, if the caller knows: it is checked.
    public var expectedCounts: [Int]?

    /// No edits.
    public init() {}

    /// Deletes items, by paths before the transaction.
    public mutating func deleteItems(at paths: [LayoutIndexPath]) { items.deleted += paths }

    /// Inserts consecutive items of which the first one has a path after the transaction.
    public mutating func insertItems(_ new: NewItems, at path: LayoutIndexPath) {
        items.inserted.append(At(path: path, value: new))
    }

    /// Moves an item.
    ///
    /// - Parameters:
    ///   - from: Its path before the transaction.
    ///   - to: Its path after the transaction.
    public mutating func moveItem(from: LayoutIndexPath, to: LayoutIndexPath) {
        items.moved.append(Move(from: from, to: to))
    }

    /// Replaces an item, by its path before the transaction: another one appears in its place.
    public mutating func reloadItem(at path: LayoutIndexPath, value: [Double]) {
        items.reloaded.append(At(path: path, value: .uniform(count: 1, value: value)))
    }

    /// Gives an item other values, as many as its layout takes, by its path before the transaction: it stays the same item and may
    /// be moved, too.
    public mutating func resizeItem(at path: LayoutIndexPath, to value: ItemValue) {
        resized.append(At(path: path, value: value))
    }

    /// Deletes sections with all their items, by indices before the transaction.
    public mutating func deleteSections(_ indices: [Int]) { sections.deleted += indices.map(Self.path) }

    /// Inserts a section, by its index after the transaction. Items that are inserted there come on top of its own.
    public mutating func insertSection(_ description: SectionDescription, at index: Int) {
        sections.inserted.append(At(path: Self.path(index), value: description))
    }

    /// Moves a section with its items.
    ///
    /// - Parameters:
    ///   - from: Its index before the transaction.
    ///   - to: Its index after the transaction.
    public mutating func moveSection(from: Int, to: Int) {
        sections.moved.append(Move(from: Self.path(from), to: Self.path(to)))
    }

    /// Replaces a section, by its index before the transaction: another one appears in its place.
    public mutating func reloadSection(at index: Int, with description: SectionDescription) {
        sections.reloaded.append(At(path: Self.path(index), value: description))
    }

    /// Gives a section's header or footer, which it has, another size, by the section's index before the transaction; nil leaves
    /// it as it is. The section stays the same one and may be moved, too.
    public mutating func resizeSection(at index: Int, header: Size? = nil, footer: Size? = nil) {
        resizedSections.append(At(path: Self.path(index), value: Sizes(header: header, footer: footer)))
    }

    private static func path(_ section: Int) -> LayoutIndexPath { LayoutIndexPath(item: section, section: 0) }
}
