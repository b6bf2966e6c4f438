/// Names one element: its section, its index within the section and its kind. 12 bytes.
@frozen
public struct ElementID: Hashable, Sendable, BitwiseCopyable {
    /// Index of the section.
    public var section: Int32
    /// Index of the item; headers and footers have 0.
    public var item: Int32
    /// What the element is.
    public var kind: ElementKind

    /// Creates an id.
    @inlinable
    public init(section: Int32, item: Int32, kind: ElementKind = .cell) {
        self.section = section
        self.item = item
        self.kind = kind
    }

    /// Creates an id from indices as the data source counts them.
    ///
    /// - Precondition: both are in 0 ..< 2^31.
    @inlinable
    public init(section: Int, item: Int, kind: ElementKind = .cell) {
        self.init(section: Int32(section), item: Int32(item), kind: kind)
    }
}

extension ElementID: Comparable, CustomStringConvertible {
    /// By section, then kind, then item.
    public static func < (a: ElementID, b: ElementID) -> Bool {
        (a.section, a.kind.rawValue, a.item) < (b.section, b.kind.rawValue, b.item)
    }

    /// For messages: `cell [3, 14]`.
    public var description: String { "\(kind) [\(section), \(item)]" }
}

extension ElementID {
    /// A 64-bit hash that is the same in every process.
    ///
    /// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014) over the
    /// packed indices; summed over a result it makes a checksum that does not depend on the order.
    public var fingerprint: UInt64 {
        var z = UInt64(UInt32(bitPattern: section)) << 32 | UInt64(UInt32(bitPattern: item))
        z &+= UInt64(kind.rawValue) &* 0x9E37_79B9_7F4A_7C15 &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
