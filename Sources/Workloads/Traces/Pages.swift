import CollectionLayout

extension Trace {
    /// Three viewports along and, where the content is broader than one, across; successive ones have two thirds in common.
    ///
    /// So UICollectionView asks its layout: for pages as large as its bounds and those beside them, only when another page is
    /// reached. In flings that is about once in 200 frames.
    static let pages = Trace(
        "pages", "the page of the viewport and those beside it, asked for when flings reach another one",
        following: fling, frames: 256
    ) { viewport, _, range in
        let size = viewport.size
        // Where the page before the one with the viewport's centre begins.
        func page(_ offset: Double, _ length: Double) -> Double {
            ((offset / length + 0.5).rounded(.down) - 1) * length
        }
        return range.clipped(
            Rect(
                x: page(viewport.x, size.width), y: page(viewport.y, size.height), width: 3 * size.width,
                height: 3 * size.height))
    }
}
