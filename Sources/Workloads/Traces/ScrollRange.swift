import CollectionLayout

/// The offsets that a viewport can take over a content: what traces move in.
struct ScrollRange {
    let viewport: Size
    /// How many frames of a motion there are in a second.
    let framesPerSecond: Double
    /// The largest offsets; 0 where the content is not larger than the viewport.
    let largest: Point

    init(content: Size, viewport: Size, framesPerSecond: Int) {
        self.viewport = viewport
        self.framesPerSecond = Double(framesPerSecond)
        largest = Point(
            x: max(content.width - viewport.width, 0), y: max(content.height - viewport.height, 0))
    }

    /// A uniformly random offset.
    func random(_ random: inout SplitMix64) -> Point {
        Point(x: random.uniform(0, largest.x), y: random.uniform(0, largest.y))
    }

    /// How far a view can go in a direction of no negative coordinates, in points.
    func length(along direction: Point) -> Double {
        guard largest != .zero else { return 0 }
        return min(
            largest.x > 0 ? largest.x / direction.x : .infinity, largest.y > 0 ? largest.y / direction.y : .infinity)
    }

    /// The viewport at an offset, on the engine's grain.
    func rect(beyondEndsAt offset: Point) -> Rect {
        Rect(origin: Point(x: Snapping.grain.snap(offset.x), y: Snapping.grain.snap(offset.y)), size: viewport)
    }

    /// The viewport at an offset that may run beyond the ends: there the motion turns. On the engine's grain.
    func rect(at offset: Point) -> Rect {
        Rect(origin: Point(x: Self.turn(offset.x, largest.x), y: Self.turn(offset.y, largest.y)), size: viewport)
    }

    /// The part of a rect within the content, or within the viewport at the origin where the content is smaller.
    func clipped(_ rect: Rect) -> Rect {
        let x = max(rect.minX, 0)
        let y = max(rect.minY, 0)
        return Rect(
            x: x, y: y, width: min(rect.maxX, largest.x + viewport.width) - x,
            height: min(rect.maxY, largest.y + viewport.height) - y)
    }

    /// Folds a coordinate into 0 ... largest, as a mirror at each end does.
    private static func turn(_ value: Double, _ largest: Double) -> Double {
        guard largest > 0 else { return 0 }
        let phase = abs(value).truncatingRemainder(dividingBy: 2 * largest)
        return Snapping.grain.snap(phase > largest ? 2 * largest - phase : phase)
    }
}

extension Point {
    /// The point at a distance in a direction.
    func moved(along direction: Point, by distance: Double) -> Point {
        Point(x: x + direction.x * distance, y: y + direction.y * distance)
    }
}
