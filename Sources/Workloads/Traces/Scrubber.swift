import CollectionLayout

extension Trace {
    /// From one end of the content to the other and back, 1000 viewports each way: steps of many screens.
    ///
    /// Each step varies by half its length. Fewer than 1000 frames still cross all the content. Across, a content that
    /// scrolls both ways is crossed 16 times meanwhile.
    static let scrubber = Trace(
        "scrubber", "all the content in 2 s, 500 viewports a second"
    ) { range, frames, random, put in
        var random = random
        let steps = Double(min(max(frames - 1, 1), 1000))
        for frame in 0..<frames {
            let progress = (Double(frame) + random.uniform(-0.25, 0.25)) / steps
            put(Point(x: 16 * progress * range.largest.x, y: progress * range.largest.y))
        }
    }
}
