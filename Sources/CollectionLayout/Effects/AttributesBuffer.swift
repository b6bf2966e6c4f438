/// The caller's buffer of attributes: filled by queries with effects, reused from one to the next.
public struct AttributesBuffer: ~Copyable, HitSink {
    private var base: UnsafeMutablePointer<LayoutAttributes>
    private var capacity: Int
    /// The number of attributes in the buffer.
    public private(set) var count = 0
    /// Where the last query began to find elements.
    public var hint = SearchHint()

    /// An empty buffer with room for `capacity` attributes.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 1)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Forgets the attributes, keeps the room.
    public mutating func removeAll() {
        count = 0
    }

    /// Appends attributes; grows if there is no room.
    public mutating func append(_ attributes: LayoutAttributes) {
        if count == capacity { grow(toAtLeast: count + 1) }
        (base + count).initialize(to: attributes)
        count += 1
    }

    /// Forgets the last `number` attributes.
    mutating func removeLast(_ number: Int) {
        count -= number
    }

    /// Makes room for `count` further attributes.
    public mutating func reserve(_ count: Int) {
        if self.count + count > capacity { grow(toAtLeast: self.count + count) }
    }

    /// Appends an element where it stands, if `hit`: without depth and effects.
    public mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
        if hit { append(LayoutAttributes(id: id, frame: frame())) }
    }

    private mutating func grow(toAtLeast least: Int) {
        capacity = max(2 * capacity, least, 16)
        let larger = UnsafeMutablePointer<LayoutAttributes>.allocate(capacity: capacity)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
    }

    /// The attributes at a position; the order of a result is not promised.
    public subscript(index: Int) -> LayoutAttributes {
        get {
            precondition(index >= 0 && index < count, "position out of range")
            return base[index]
        }
        set {
            precondition(index >= 0 && index < count, "position out of range")
            base[index] = newValue
        }
    }

    /// The id at a position, at the cost of no more.
    @inline(__always)
    func id(at index: Int) -> ElementID {
        precondition(index >= 0 && index < count, "position out of range")
        return base[index].id
    }

    /// Changes attributes where they are: they are 200 bytes long, and copies of them add up.
    @inline(__always)
    mutating func update<Result>(_ index: Int, _ body: (inout LayoutAttributes) -> Result) -> Result {
        precondition(index >= 0 && index < count, "position out of range")
        return body(&base[index])
    }

    /// All attributes as an array.
    public var attributes: [LayoutAttributes] { Array(UnsafeBufferPointer(start: base, count: count)) }
}
