/// Receives the elements that a query finds.
///
/// Generic code is specialised for each sink, so a sink that does not want the frame costs nothing for it.
public protocol HitSink: ~Copyable {
    /// Where the last search began to find elements: a strategy may begin there and must be right wherever it is.
    var hint: SearchHint { get set }

    /// Makes room for `count` further calls of ``put(_:_:if:)``.
    mutating func reserve(_ count: Int)

    /// Takes an element, unless `hit` is false.
    ///
    /// The call itself must be made in either case: sinks store without branching on `hit`, because whether an element
    /// near the edge of the viewport hits is a coin toss to the branch predictor.
    mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool)

    /// Takes up to 32 elements, one for each set bit; `id` and `frame` tell of an element by the number of its bit.
    mutating func put(_ hits: UInt32, id: (Int) -> ElementID, frame: (Int) -> Rect)

    /// Takes elements whose items follow one another; `frame` tells of an element by its number among them.
    mutating func put(_ count: Int, from first: ElementID, frame: (Int) -> Rect)
}

extension HitSink where Self: ~Copyable {
    /// Remembers nothing.
    @inlinable
    public var hint: SearchHint {
        get { SearchHint() }
        set {}
    }

    /// Takes the elements one by one.
    @inlinable
    public mutating func put(_ hits: UInt32, id: (Int) -> ElementID, frame: (Int) -> Rect) {
        for bit in 0..<32 where hits & 1 << UInt32(bit) != 0 { put(id(bit), frame(bit), if: true) }
    }

    /// Takes the elements one by one.
    @inlinable
    public mutating func put(_ count: Int, from first: ElementID, frame: (Int) -> Rect) {
        for index in 0..<count {
            var id = first
            id.item &+= Int32(truncatingIfNeeded: index)
            put(id, frame(index), if: true)
        }
    }
}

extension HitSink where Self: ~Copyable {
    /// Takes those of up to 32 items behind some others that have a bit; `frame` tells of an item by the number of its bit.
    /// There must be room.
    @inline(__always)
    mutating func put(_ hits: UInt32, from first: ElementID, behind items: Int, frame: (Int) -> Rect) {
        guard hits != 0 else { return }
        let start = UInt32(truncatingIfNeeded: hits.trailingZeroBitCount)
        var id = first
        id.item = Int32(truncatingIfNeeded: items)
        // Mostly they follow one another.
        let run = hits &>> start
        guard run & (run &+ 1) != 0 else {
            id.item &+= Int32(truncatingIfNeeded: start)
            return put((~run).trailingZeroBitCount, from: id) { frame(Int(start) &+ $0) }
        }
        put(hits) { index in
            var own = id
            own.item &+= Int32(truncatingIfNeeded: index)
            return own
        } frame: {
            frame($0)
        }
    }
}
