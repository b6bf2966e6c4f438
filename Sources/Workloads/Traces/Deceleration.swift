import Foundation

/// How a scroll view slows down after a fling.
///
/// The velocity falls by a constant rate a millisecond, as UIScrollView's does: v(t) = v0 · d^(1000 t), so
/// x(t) = v0 · (d^(1000 t) − 1) / K with K = 1000 · ln d.
public struct Deceleration: Hashable, Sendable {
    /// The velocity at the start, in points a second; its sign is the direction.
    public let velocity: Double

    /// The factor of the velocity for each millisecond: `UIScrollView.DecelerationRate.normal`.
    public static let rate = 0.998
    /// The motion stops when so many points are left.
    public static let remainder = 0.5

    /// A fling.
    public init(velocity: Double) { self.velocity = velocity }

    private var exponent: Double { 1000 * log(Self.rate) }

    /// The distance from the start after a time in seconds, in points.
    public func offset(at time: Double) -> Double { velocity * (exp(exponent * time) - 1) / exponent }

    /// The velocity after a time in seconds, in points a second.
    public func velocity(at time: Double) -> Double { velocity * exp(exponent * time) }

    /// The time in seconds at which the motion has gone a distance in its direction, in points; no number if it never does.
    public func time(of distance: Double) -> Double { log(1 + distance * exponent / abs(velocity)) / exponent }

    /// The distance that a motion without end approaches, in points.
    public var distance: Double { -velocity / exponent }

    /// The time in seconds until less than ``remainder`` points are left.
    public var duration: Double {
        guard abs(distance) > Self.remainder else { return 0 }
        return log(-exponent * Self.remainder / abs(velocity)) / exponent
    }
}
