/// The way from one layout to another: attributes between those of two prepared engines.
///
/// Elements are the same in both if their ids are. One that is in only one of them fades out or in where it is. Each
/// engine keeps its own bounds, effects and direction. Frames, content size and content offset are interpolated alike, so
/// an element that is at the same place of both viewports stays there all the way.
public struct LayoutTransition<From: AttributeCache, To: AttributeCache>: Sendable {
    /// The layout to leave.
    public let from: CollectionLayoutEngine<From>
    /// The layout to arrive at.
    public let to: CollectionLayoutEngine<To>
    /// How much of the way is done: from 0, which is all ``from``, to 1, which is all ``to``.
    ///
    /// - Precondition: it is from 0 to 1. Clamp what overshoots, as a spring or a finger does.
    public var progress: Double {
        didSet { precondition((0...1).contains(progress), "a progress from 0 to 1, not \(progress)") }
    }

    /// A transition between two layouts of the same data.
    ///
    /// - Precondition: progress is from 0 to 1.
    public init(from: CollectionLayoutEngine<From>, to: CollectionLayoutEngine<To>, progress: Double = 0) {
        precondition((0...1).contains(progress), "a progress from 0 to 1, not \(progress)")
        self.from = from
        self.to = to
        self.progress = progress
    }

    /// The content offset on the way, in points.
    public var contentOffset: Point {
        Point(x: mix(from.bounds.x, to.bounds.x), y: mix(from.bounds.y, to.bounds.y))
    }

    /// The content size on the way, in points.
    public var collectionViewContentSize: Size {
        let (a, b) = (from.collectionViewContentSize, to.collectionViewContentSize)
        return Size(width: mix(a.width, b.width), height: mix(a.height, b.height))
    }

    /// The attributes on the way of all elements in either viewport, by section, kind and item.
    ///
    /// - Complexity: O(log n · elements in both viewports).
    public func layoutAttributesForVisibleElements() -> [LayoutAttributes] {
        var ids = Set(from.layoutAttributesForElements(in: from.bounds).map(\.id))
        ids.formUnion(to.layoutAttributesForElements(in: to.bounds).map(\.id))
        return ids.sorted().compactMap(layoutAttributes(for:))
    }

    /// The attributes of an element on the way; nil if neither layout has it. O(log n).
    ///
    /// At 0 and at 1 they are exactly those of the one layout, but for elements that this one does not have: these are
    /// transparent.
    public func layoutAttributes(for id: ElementID) -> LayoutAttributes? {
        var (start, end) = (from.layoutAttributes(for: id), to.layoutAttributes(for: id))
        if start == nil {
            start = end
            start?.alpha = 0
        } else if end == nil {
            end = start
            end?.alpha = 0
        }
        guard let start, let end else { return nil }
        var result = progress < 0.5 ? start : end
        result.frame = Rect(
            x: mix(start.frame.x, end.frame.x), y: mix(start.frame.y, end.frame.y),
            width: mix(start.frame.width, end.frame.width), height: mix(start.frame.height, end.frame.height))
        result.alpha = mix(start.alpha, end.alpha)
        if start.transform3D != end.transform3D {
            let (a, b) = (start.transform3D.rows, end.transform3D.rows)
            result.transform3D = Transform3D(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2), mix(a.3, b.3))
        }
        return result
    }

    /// Exact at both ends.
    private func mix(_ a: Double, _ b: Double) -> Double { a == b ? a : a * (1 - progress) + b * progress }

    private func mix(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> { a * (1 - progress) + b * progress }
}
