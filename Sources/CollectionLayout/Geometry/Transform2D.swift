/// An affine transform of the plane: (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty).
@frozen
public struct Transform2D: Hashable, Sendable, BitwiseCopyable {
    /// What becomes of the x axis: its image is (a, b).
    public var a: Double
    /// What becomes of the x axis: its image is (a, b).
    public var b: Double
    /// What becomes of the y axis: its image is (c, d).
    public var c: Double
    /// What becomes of the y axis: its image is (c, d).
    public var d: Double
    /// Translation along x, in points.
    public var tx: Double
    /// Translation along y, in points.
    public var ty: Double

    /// A transform from its six numbers; what is left out is that of the identity.
    @inlinable
    public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The part of a projective transform that stays in the plane; perspective and depth are left out.
    public init(_ transform: Transform3D) {
        let (m1, m2, _, m4) = transform.rows
        self.init(a: m1.x, b: m1.y, c: m2.x, d: m2.y, tx: m4.x, ty: m4.y)
    }

    /// Changes nothing.
    public static let identity = Transform2D()
    /// Changes lengths by factors.
    public static func scale(x: Double, y: Double) -> Transform2D { Transform2D(a: x, d: y) }
    /// Moves by distances in points.
    public static func translation(x: Double, y: Double) -> Transform2D { Transform2D(tx: x, ty: y) }
}

extension Transform3D {
    /// The transform of space that does the same to the plane.
    public init(_ transform: Transform2D) {
        self = .affine(
            a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
    }
}
