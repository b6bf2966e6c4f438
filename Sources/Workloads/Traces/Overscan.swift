import CollectionLayout

extension Trace {
    /// Two and a half viewports a frame, of which successive ones overlap by 99 %: what a view asks for that prepares cells
    /// before they are seen. While the view rests it asks for what it asked for last.
    static let overscan = Trace(
        "overscan", "flings, with a viewport ahead and half a one behind", following: fling
    ) { viewport, former, range in
        guard let former else { return range.clipped(around(viewport, moved: Point(x: 0, y: 1))) }
        let step = Point(x: viewport.x - former.viewport.x, y: viewport.y - former.viewport.y)
        return step == .zero ? former.asked : range.clipped(around(viewport, moved: step))
    }

    /// A viewport and what is around it along the axes that it has moved on.
    private static func around(_ viewport: Rect, moved step: Point) -> Rect {
        func spread(_ offset: Double, _ length: Double, _ step: Double) -> (offset: Double, length: Double) {
            step == 0 ? (offset, length) : (offset - (step > 0 ? 0.5 : 1) * length, 2.5 * length)
        }
        let x = spread(viewport.x, viewport.width, step.x)
        let y = spread(viewport.y, viewport.height, step.y)
        return Rect(x: x.offset, y: y.offset, width: x.length, height: y.length)
    }
}
