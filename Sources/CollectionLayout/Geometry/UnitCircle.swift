#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The point of a unit circle at an angle in radians, from the x axis towards the y axis.
func pointOnUnitCircle(at angle: Double) -> Point {
    Point(x: cos(angle), y: sin(angle))
}
