import CollectionLayout

extension EditTrace {
    /// From the width of a phone to that of its longer side and back in two seconds; the first visible item stays.
    static let windowResize = EditTrace(
        "window-resize", "the width of the view changes every frame, a full layout each", datasets: [.photoDays]
    ) { take throws(LayoutError) in
        take.anchor = .firstVisible
        try take.show(take.middle)
        let half = take.steps(1)
        while !take.isOver {
            for step in 1...2 * half {
                let progress = Double(min(step, 2 * half - step)) / Double(half)
                let width = Dataset.bounds.width + (Dataset.bounds.height - Dataset.bounds.width) * progress
                let size = Size(width: Snapping.grain.snap(width), height: take.bounds.height)
                try take.show(Rect(origin: take.bounds.origin, size: size))
            }
        }
    }
}
