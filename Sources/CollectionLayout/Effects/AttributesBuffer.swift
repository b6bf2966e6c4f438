/// The caller's buffer of attributes: filled by queries with effects, reused from one to the next.
public struct AttributesBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<LayoutAttributes>?
    private var capacity: Int
    /// The number of attributes in the buffer.
    public private(set) var count = 0
    /// Where the last query began to find elements.
    var hint = SearchHint()

    /// An empty buffer with room for `capacity` attributes.
    public init(capacity: Int = 256) {
        self.capacity = capacity
        base = capacity > 0 ? .allocate(capacity: capacity) : nil
    }

    deinit { base?.deallocate() }

    /// Forgets the attributes, keeps the room.
    public mutating func removeAll() {
        count = 0
    }

    /// Appends attributes; grows if there is no room.
    public mutating func append(_ attributes: LayoutAttributes) {
        if count == capacity { grow() }
        (base! + count).initialize(to: attributes)
        count += 1
    }

    private mutating func grow() {
        capacity = max(2 * capacity, 16)
        let larger = UnsafeMutablePointer<LayoutAttributes>.allocate(capacity: capacity)
        if let base {
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
        }
        base = larger
    }

    /// The attributes at a position; the order of a result is not promised.
    public subscript(index: Int) -> LayoutAttributes {
        get {
            precondition(index >= 0 && index < count, "position out of range")
            return base![index]
        }
        set {
            precondition(index >= 0 && index < count, "position out of range")
            base![index] = newValue
        }
    }

    /// All attributes as an array.
    public var attributes: [LayoutAttributes] { Array(UnsafeBufferPointer(start: base, count: count)) }
}
