/// How fast the content scrolls while an item is held near an edge of the view.
public struct Autoscroll: Hashable, Sendable {
    /// How near to an edge scrolling begins, in points.
    public var zone: Double
    /// The speed where it begins, in points a second.
    public var slowest: Double
    /// The speed at the edge and beyond it, in points a second.
    public var fastest: Double

    /// From 300 to 600 pt/s within 60 pt of an edge, if nothing else is said.
    public init(zone: Double = 60, slowest: Double = 300, fastest: Double = 600) {
        self.zone = zone
        self.slowest = slowest
        self.fastest = fastest
    }

    /// The velocity along one axis, in points a second.
    ///
    /// - Parameters:
    ///   - position: Of the finger.
    ///   - near: The near edge of what is shown, in the same coordinates.
    ///   - far: Its far edge. If the zones of both edges overlap, the nearer edge counts.
    public func velocity(at position: Double, between near: Double, and far: Double) -> Double {
        let before = position - near
        let behind = far - position
        let distance = min(before, behind)
        guard distance < zone, zone > 0 else { return 0 }
        let speed = slowest + (fastest - slowest) * min(1 - distance / zone, 1)
        return before < behind ? -speed : speed
    }
}
