/// What an element of a collection view is: a cell, a supplementary view of some kind or a decoration of some kind.
///
/// Kinds are numbers so that an ``ElementID`` stays a plain 12-byte value; names, where a view needs them, belong to the
/// data source.
@frozen
public struct ElementKind: Hashable, Sendable, BitwiseCopyable, RawRepresentable {
    /// The broad category of an element.
    public enum Category: UInt32, Sendable, CaseIterable {
        /// Shows an item of the data source.
        case cell
        /// Accompanies a section or an item: headers, footers and others.
        case supplementary
        /// Ornament that shows no data.
        case decoration
    }

    /// Category in the upper 8 bits, number of the kind in the lower 24.
    public let rawValue: UInt32

    /// Creates a kind from its raw value.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The kind of cells.
    public static let cell = ElementKind(rawValue: 0)
    /// The kind of section headers.
    public static let header = ElementKind.supplementary(0)
    /// The kind of section footers.
    public static let footer = ElementKind.supplementary(1)
    /// The kind of section backgrounds.
    public static let background = ElementKind.decoration(0)

    /// A supplementary kind; 0 and 1 are headers and footers.
    ///
    /// - Precondition: the number is below 2^24.
    @inlinable
    public static func supplementary(_ number: UInt32) -> ElementKind {
        precondition(number < 1 << 24, "a supplementary kind's number must be below 2^24")
        return ElementKind(rawValue: 1 << 24 | number)
    }

    /// A decoration kind; 0 is the section background.
    ///
    /// - Precondition: the number is below 2^24.
    @inlinable
    public static func decoration(_ number: UInt32) -> ElementKind {
        precondition(number < 1 << 24, "a decoration kind's number must be below 2^24")
        return ElementKind(rawValue: 2 << 24 | number)
    }

    /// The broad category.
    public var category: Category { Category(rawValue: rawValue >> 24) ?? .decoration }
    /// The number of the kind within its category.
    public var number: UInt32 { rawValue & 0xFF_FFFF }

    /// Whether the stacking order of such elements is 0 before effects, whatever the layout; see ``Content/zIndex(of:)``.
    var standsAtZero: Bool { self == .cell || self == .header || self == .footer }
}

extension ElementKind: CustomStringConvertible {
    /// The name used in files and messages: `cell`, `header`, `footer`, `supplementary-2`, `decoration-0`.
    public var description: String {
        switch self {
        case .cell: "cell"
        case .header: "header"
        case .footer: "footer"
        default: "\(category)-\(number)"
        }
    }

    /// Reads the name that ``description`` gives.
    public init?(_ name: some StringProtocol) {
        switch name {
        case "cell": self = .cell
        case "header": self = .header
        case "footer": self = .footer
        default:
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = UInt32(parts[1]), number < 1 << 24 else { return nil }
            switch parts[0] {
            case "supplementary": self = .supplementary(number)
            case "decoration": self = .decoration(number)
            default: return nil
            }
        }
    }
}
