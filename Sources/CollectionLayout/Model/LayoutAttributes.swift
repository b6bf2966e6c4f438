/// Where and how one element is shown: UICollectionViewLayoutAttributes as a plain value.
///
/// The frame is stored, so that it stays exactly what a layout has computed; centre, size and bounds follow from it and
/// the four never contradict each other.
public struct LayoutAttributes: Hashable, Sendable, BitwiseCopyable {
    /// The element.
    public var id: ElementID
    /// The rectangle of the element before its transform, in content coordinates and points; setting it moves the centre
    /// and changes the size.
    ///
    /// Layout and hit tests use this rectangle: what ``transform3D`` does is appearance.
    public var frame: Rect
    /// How the element is transformed about its centre when it is shown.
    public var transform3D = Transform3D.identity
    /// Opacity from 0 to 1.
    public var alpha: Double
    /// Stacking order; larger is nearer to the viewer.
    public var zIndex: Int
    /// Whether the element is not shown at all.
    public var isHidden: Bool

    /// Creates attributes; opaque, at depth 0 and visible where nothing else is said.
    public init(id: ElementID, frame: Rect, zIndex: Int = 0, alpha: Double = 1, isHidden: Bool = false) {
        self.id = id
        self.frame = frame
        self.zIndex = zIndex
        self.alpha = alpha
        self.isHidden = isHidden
    }

    /// The middle of the element in content coordinates, in points; setting it keeps the size.
    public var center: Point {
        get { Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2) }
        set {
            frame.x = newValue.x - frame.width / 2
            frame.y = newValue.y - frame.height / 2
        }
    }

    /// The lengths of the element before its transform, in points; setting them keeps the centre.
    public var size: Size {
        get { frame.size }
        set {
            let middle = center
            frame.width = newValue.width
            frame.height = newValue.height
            center = middle
        }
    }

    /// The rectangle of the element in its own coordinates: at the origin. Setting it changes the size about the centre.
    public var bounds: Rect {
        get { Rect(origin: .zero, size: size) }
        set { size = newValue.size }
    }

    /// The part of ``transform3D`` that stays in the plane; setting it replaces the transform.
    public var transform: Transform2D {
        get { Transform2D(transform3D) }
        set { transform3D = Transform3D(newValue) }
    }

    /// The smallest upright rectangle around the transformed element: the `frame` of UIKit where a transform is set.
    public var transformedFrame: Rect {
        guard transform3D != .identity else { return frame }
        let corners = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)].map { x, y in
            transform3D.applied(to: Point(x: x * size.width, y: y * size.height))
        }
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        let origin = Point(x: xs.min()!, y: ys.min()!)
        return Rect(
            x: center.x + origin.x, y: center.y + origin.y, width: xs.max()! - origin.x, height: ys.max()! - origin.y)
    }

    /// The indices of the element in the data source: its section and its item.
    public var indexPath: LayoutIndexPath { LayoutIndexPath(id) }
    /// What the element is.
    public var category: ElementKind.Category { id.kind.category }
}
