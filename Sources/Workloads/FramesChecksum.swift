import CollectionLayout

extension AttributeCache {
    /// The sum of fingerprints of all elements and of where they are, without effects: independent of their order. O(n)
    ///
    /// - Parameter name: What an element is called.
    public func framesChecksum(naming name: (ElementID) -> ElementID = { $0 }) -> UInt64 {
        withoutActuallyEscaping(name) { name in
            var sink = FramesSink(name: name)
            var none = NoCounts()
            search(.everything, into: &sink, counting: &none)
            return sink.sum
        }
    }
}

/// Sums up the elements that are found.
private struct FramesSink: HitSink {
    let name: (ElementID) -> ElementID
    var sum: UInt64 = 0

    mutating func reserve(_ count: Int) {}

    mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
        if hit { sum &+= frame().fingerprint(name(id).fingerprint) }
    }
}

extension Rect {
    /// Beyond the largest coordinates: intersects every element, those without extent included.
    public static let everything: Rect = {
        let least = -4 * Snapping.largestCoordinate
        return Rect(x: least, y: least, width: -2 * least, height: -2 * least)
    }()
}
