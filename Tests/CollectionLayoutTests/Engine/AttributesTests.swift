import CollectionLayout
import Testing

/// Frame, centre, size, bounds and transforms never contradict each other.
@Suite struct AttributesTests {
    private let id = ElementID(section: 1, item: 2)

    @Test func frameCenterSizeAndBounds() {
        var attributes = LayoutAttributes(id: id, frame: Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(attributes.center == Point(x: 25, y: 40))
        attributes.center = Point(x: 100, y: 200)
        #expect(attributes.frame == Rect(x: 85, y: 180, width: 30, height: 40))
        attributes.size = Size(width: 10, height: 20)
        #expect(attributes.frame == Rect(x: 95, y: 190, width: 10, height: 20))
        #expect(attributes.center == Point(x: 100, y: 200))
        #expect(attributes.bounds == Rect(x: 0, y: 0, width: 10, height: 20))
        attributes.bounds = Rect(x: 0, y: 0, width: 50, height: 50)
        #expect(attributes.frame == Rect(x: 75, y: 175, width: 50, height: 50))
        attributes.frame = Rect(x: 0, y: 0, width: 2, height: 4)
        #expect(attributes.center == Point(x: 1, y: 2) && attributes.size == Size(width: 2, height: 4))
        #expect(attributes.indexPath == LayoutIndexPath(1, 2) && attributes.category == .cell)
    }

    /// A frame is not rounded on its way through, even where centres would be.
    @Test func framesAreExact() {
        for frame in [
            Rect(x: 0.1, y: 0.7, width: 1 / 3, height: 1e-9), Rect(x: 7.9e12, y: 0, width: 1.0 / 1024, height: 1),
        ] {
            #expect(LayoutAttributes(id: id, frame: frame).frame == frame)
        }
    }

    @Test func transforms() {
        var attributes = LayoutAttributes(id: id, frame: Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(attributes.transform == .identity && attributes.transform3D == .identity)
        attributes.transform = .scale(x: 2, y: 0.5)
        #expect(attributes.transform3D == .affine(a: 2, b: 0, c: 0, d: 0.5, tx: 0, ty: 0))
        #expect(attributes.frame == Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(attributes.transformedFrame == Rect(x: -5, y: 30, width: 60, height: 20))
        attributes.transform = .translation(x: 3, y: -4)
        #expect(attributes.transformedFrame == Rect(x: 13, y: 16, width: 30, height: 40))
        attributes.transform3D = .affine(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 6)
        #expect(attributes.transform == Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 6))
        #expect(attributes.transformedFrame == Rect(x: 10, y: 31, width: 40, height: 30))
    }

    /// A transform of the mirrored or transposed space does to the image of a point what it did to the point.
    @Test func transformsTurnWithTheAxes() {
        let transforms: [Transform3D] = [
            .affine(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6),
            Transform3D.rotationAboutX(cosine: 0.6, sine: 0.8).concatenating(.perspective(m34: 1.0 / 256)),
            Transform3D.rotationAboutY(cosine: 0.8, sine: 0.6).concatenating(.perspective(m34: -1.0 / 64)),
        ]
        for transform in transforms {
            #expect(transform.transposed.transposed == transform && transform.mirrored.mirrored == transform)
            for point in [Point(x: 3, y: 5), Point(x: -7, y: 2)] {
                let image = transform.applied(to: point)
                #expect(transform.transposed.applied(to: point.transposed) == image.transposed)
                let mirrored = transform.mirrored.applied(to: Point(x: -point.x, y: point.y))
                #expect(mirrored == Point(x: -image.x, y: image.y))
            }
        }
    }
}
