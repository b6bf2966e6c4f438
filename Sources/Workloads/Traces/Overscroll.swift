import Foundation

/// How a scroll view behaves beyond the ends of its content.
enum Overscroll {
    /// How many points of a finger's way a view follows at the end of its content: UIScrollView's rubber band.
    private static let firmness = 0.55

    /// How far beyond the end a view of a length goes, in points, if a finger goes a distance.
    static func depth(ofFinger distance: Double, in length: Double) -> Double {
        (1 - 1 / (firmness * distance / length + 1)) * length
    }

    /// How far a finger goes to take the view so far beyond the end.
    ///
    /// - Precondition: the depth is below the length.
    static func finger(forDepth depth: Double, in length: Double) -> Double {
        precondition(depth < length, "a rubber band is never as long as the view: \(depth), \(length)")
        return length / firmness * depth / (length - depth)
    }

    /// How far beyond the end a view still is some seconds after it was let go: a critically damped spring.
    ///
    /// - Parameter velocity: How fast it went further beyond the end then, in points a second.
    static func bounce(from depth: Double, at velocity: Double = 0, after time: Double) -> Double {
        (depth + (velocity + 10 * depth) * time) * exp(-10 * time)
    }
}
