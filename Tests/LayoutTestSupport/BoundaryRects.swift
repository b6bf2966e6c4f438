import CollectionLayout
import Workloads

/// Rects whose edges are edges of frames, or a grain of 1/1024 pt off, with every combination of edges of different
/// frames: where touching, `<` and `<=`, and rounding decide. Rects without extent are among them.
///
/// - Parameters:
///   - frames: On the grain, so that edges are exact.
///   - limit: If there are more combinations, so many of them are drawn.
///   - seed: What the draws depend on.
/// - Complexity: O(e log e + limit) for e distinct edges.
public func boundaryRects(of frames: [Rect], limit: Int = 2000, seed: UInt64 = 1) -> [Rect] {
    let across = Intervals(edges: frames.flatMap { [$0.minX, $0.maxX] })
    let along = Intervals(edges: frames.flatMap { [$0.minY, $0.maxY] })
    let total = across.count * along.count
    var random = SplitMix64(seed: seed)
    return (0..<min(total, limit)).map { number in
        let index = total <= limit ? number : random.index(below: total)
        let (x, y) = (across[index / along.count], along[index % along.count])
        return Rect(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
    }
}

/// All intervals between two of some coordinates, the same one twice included.
private struct Intervals {
    private let coordinates: [Double]

    init(edges: [Double]) {
        let grain = Snapping.grainLength
        coordinates = Set(edges.flatMap { [$0 - grain, $0, $0 + grain] }).sorted()
    }

    var count: Int { coordinates.count * (coordinates.count + 1) / 2 }

    /// Interval number `index`: those that begin at the first coordinate, at the second, and so on.
    subscript(index: Int) -> (low: Double, high: Double) {
        // Row r of the triangle begins at r·(2m − r + 1)/2; found by halving.
        func start(_ row: Int) -> Int { row * (2 * coordinates.count - row + 1) / 2 }
        var low = 0
        var high = coordinates.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if start(middle) <= index { low = middle } else { high = middle }
        }
        return (coordinates[low], coordinates[low + index - start(low)])
    }
}
