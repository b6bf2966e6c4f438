import CollectionLayout

/// The oracle's checksums for many viewports in one pass over its elements.
///
/// Every element is compared, with the engine's one intersection rule, with all viewports that its extent along y can
/// meet; those are found in the viewports' order along y. A linear scan a viewport would take minutes for as many
/// viewports as a random access needs to miss the processor's caches.
struct BatchOracle: ~Copyable {
    /// The checksum of each viewport, in the viewports' order.
    private(set) var checksums: [UInt64]

    init(_ oracle: any AttributeCache, viewports: [Rect]) {
        var sink = Sink(viewports)
        var none = NoCounts()
        oracle.search(.everything, into: &sink, counting: &none)
        checksums = [UInt64](repeating: 0, count: viewports.count)
        for (position, index) in sink.order.enumerated() { checksums[index] = sink.checksums[position] }
    }

    private struct Sink: HitSink {
        let order: [Int]
        let sorted: [Rect]
        let largestHeight: Double
        var checksums: [UInt64]

        init(_ viewports: [Rect]) {
            order = viewports.indices.sorted { viewports[$0].minY < viewports[$1].minY }
            sorted = order.map { viewports[$0] }
            largestHeight = viewports.reduce(0) { max($0, $1.height) }
            checksums = [UInt64](repeating: 0, count: viewports.count)
        }

        mutating func reserve(_ count: Int) {}

        mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
            guard hit else { return }
            let frame = frame()
            // A viewport above this cannot reach the element; the extra point is for the rounding of its far edge.
            let least = frame.minY - largestHeight - 1
            var position = sorted.partition { $0.minY <= least }
            let fingerprint = id.fingerprint
            while position < sorted.count, sorted[position].minY < frame.maxY {
                if frame.intersects(sorted[position]) { checksums[position] &+= fingerprint }
                position += 1
            }
        }
    }
}
