/// A projective transform of space: rows of a 4 × 4 matrix that points are multiplied with from the left.
///
/// The convention of Core Animation: (x, y, z, 1) · M, so translations stand in the last row and perspective in the
/// last column.
@frozen
public struct Transform3D: Hashable, Sendable, BitwiseCopyable {
    /// The rows m11…m14, m21…m24, m31…m34 and m41…m44.
    public var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    /// A transform from its rows.
    @inlinable
    public init(_ m1: SIMD4<Double>, _ m2: SIMD4<Double>, _ m3: SIMD4<Double>, _ m4: SIMD4<Double>) {
        rows = (m1, m2, m3, m4)
    }

    /// Changes nothing.
    @inlinable
    public static var identity: Transform3D {
        Transform3D(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
    }

    /// A perspective: m34 is −1 / the distance of the eye.
    public static func perspective(m34: Double) -> Transform3D {
        Transform3D(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, m34), SIMD4(0, 0, 0, 1))
    }

    /// A rotation about the x axis, given by the cosine and the sine of its angle.
    public static func rotationAboutX(cosine: Double, sine: Double) -> Transform3D {
        Transform3D(SIMD4(1, 0, 0, 0), SIMD4(0, cosine, sine, 0), SIMD4(0, -sine, cosine, 0), SIMD4(0, 0, 0, 1))
    }

    /// A rotation about the y axis, given by the cosine and the sine of its angle.
    public static func rotationAboutY(cosine: Double, sine: Double) -> Transform3D {
        Transform3D(SIMD4(cosine, 0, -sine, 0), SIMD4(0, 1, 0, 0), SIMD4(sine, 0, cosine, 0), SIMD4(0, 0, 0, 1))
    }

    /// An affine transform of the plane: (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty).
    public static func affine(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) -> Transform3D {
        Transform3D(SIMD4(a, b, 0, 0), SIMD4(c, d, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(tx, ty, 0, 1))
    }

    /// This transform followed by another one.
    public func concatenating(_ other: Transform3D) -> Transform3D {
        func row(_ row: SIMD4<Double>) -> SIMD4<Double> {
            let (m1, m2, m3, m4) = other.rows
            return row.x * m1 + row.y * m2 + row.z * m3 + row.w * m4
        }
        return Transform3D(row(rows.0), row(rows.1), row(rows.2), row(rows.3))
    }

    /// The same transform of a space whose x and y axes are swapped.
    public var transposed: Transform3D {
        func swapped(_ row: SIMD4<Double>) -> SIMD4<Double> { SIMD4(row.y, row.x, row.z, row.w) }
        return Transform3D(swapped(rows.1), swapped(rows.0), swapped(rows.2), swapped(rows.3))
    }

    /// The same transform of a space whose x axis points the other way.
    public var mirrored: Transform3D {
        let signs = SIMD4<Double>(-1, 1, 1, 1)
        return Transform3D(-rows.0 * signs, rows.1 * signs, rows.2 * signs, rows.3 * signs)
    }

    /// Where a point of the plane is shown.
    public func applied(to point: Point) -> Point {
        let (m1, m2, _, m4) = rows
        let image = point.x * m1 + point.y * m2 + m4
        return Point(x: image.x / image.w, y: image.y / image.w)
    }

    /// Equal if all elements are.
    public static func == (a: Transform3D, b: Transform3D) -> Bool {
        a.rows.0 == b.rows.0 && a.rows.1 == b.rows.1 && a.rows.2 == b.rows.2 && a.rows.3 == b.rows.3
    }

    /// Hashes all elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows.0)
        hasher.combine(rows.1)
        hasher.combine(rows.2)
        hasher.combine(rows.3)
    }
}
