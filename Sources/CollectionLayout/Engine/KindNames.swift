/// The names that views use for kinds of supplementary and decoration elements, and the numbers the engine uses.
///
/// Decoration kinds are registered before a layout can show them, as with UICollectionViewLayout's `register`.
public struct KindNames: Hashable, Sendable {
    /// UIKit's name of the kind of section headers.
    public static let sectionHeader = "UICollectionElementKindSectionHeader"
    /// UIKit's name of the kind of section footers.
    public static let sectionFooter = "UICollectionElementKindSectionFooter"
    /// The name of the kind of section backgrounds.
    public static let sectionBackground = "SectionBackground"
    /// The name of the calendar's day headers.
    public static let dayHeader = "DayHeaderView"
    /// The name of the calendar's hour headers.
    public static let hourHeader = "HourHeaderView"

    private struct Key: Hashable {
        let category: ElementKind.Category
        let name: String
    }

    private var kinds: [Key: ElementKind] = [:]
    private var names: [ElementKind: String] = [:]

    /// The predefined names: headers, footers, backgrounds, and what the built-in layouts add.
    public init() {
        register(Self.sectionHeader, as: .header)
        register(Self.sectionFooter, as: .footer)
        register(Self.sectionBackground, as: .background)
        register(Self.dayHeader, as: CalendarWeekLayout.dayHeaderKind)
        register(Self.hourHeader, as: CalendarWeekLayout.hourHeaderKind)
    }

    /// Gives a kind a name; a former name of the kind is forgotten, and so is a former kind of the name.
    ///
    /// - Precondition: the kind is not that of cells, which have no kind names.
    public mutating func register(_ name: String, as kind: ElementKind) {
        precondition(kind.category != .cell, "cells have no kind names")
        let key = Key(category: kind.category, name: name)
        if let former = names[kind] { kinds[Key(category: kind.category, name: former)] = nil }
        if let former = kinds[key] { names[former] = nil }
        kinds[key] = kind
        names[kind] = name
    }

    /// The kind of a name; a name that is new gets the least number of its category that has no name.
    ///
    /// - Precondition: the category is not that of cells.
    @discardableResult
    public mutating func register(_ name: String, category: ElementKind.Category) -> ElementKind {
        precondition(category != .cell, "cells have no kind names")
        if let kind = kinds[Key(category: category, name: name)] { return kind }
        var number: UInt32 = 0
        func kind() -> ElementKind { category == .supplementary ? .supplementary(number) : .decoration(number) }
        while names[kind()] != nil { number += 1 }
        register(name, as: kind())
        return kind()
    }

    /// Forgets the name of a kind.
    public mutating func unregister(_ kind: ElementKind) {
        guard let name = names.removeValue(forKey: kind) else { return }
        kinds[Key(category: kind.category, name: name)] = nil
    }

    /// The supplementary kind of a name, or nil. A kind without one is known by its description: `supplementary-2`.
    public func supplementary(_ name: String) -> ElementKind? { kind(name, .supplementary) }

    /// The decoration kind of a name, or nil. A kind without one is known by its description: `decoration-3`.
    public func decoration(_ name: String) -> ElementKind? { kind(name, .decoration) }

    private func kind(_ name: String, _ category: ElementKind.Category) -> ElementKind? {
        if let kind = kinds[Key(category: category, name: name)] { return kind }
        return ElementKind(name).flatMap { $0.category == category && names[$0] == nil ? $0 : nil }
    }

    /// The name of a kind, or nil.
    public func name(of kind: ElementKind) -> String? { names[kind] }
}
