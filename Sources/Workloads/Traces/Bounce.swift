import CollectionLayout

extension Trace {
    /// Viewports that hold less and less of the content, for a third of a second, and then the same ones again.
    ///
    /// Each fling begins up to two viewports before an end of the content, at either of them.
    static let bounce = Trace("bounce", "flings into an end of the content, and back from beyond it", bounces: true) {
        range, frames, random, put in
        var random = random
        var frame = 0
        while frame < frames {
            let (isAtEnd, outward) = random.unit() < 0.5 ? (true, 1.0) : (false, -1)
            let direction = range.direction(&random)
            let end = isAtEnd ? range.largest : .zero
            let way = min(range.length(along: direction), random.uniform(0.3, 2) * range.viewport.height)
            // Fast enough to get there.
            let motion = Deceleration(velocity: max(random.flingSpeed(), 2.5 * way))
            let arrival = motion.time(of: way)
            let speed = motion.velocity(at: arrival)
            let resting = random.uniform(0.3, 1)
            for step in 0...Int((arrival + 0.8 + resting) * range.framesPerSecond) where frame < frames {
                let time = Double(step) / range.framesPerSecond
                let beyond =
                    time < arrival
                    ? motion.offset(at: time) - way
                    : time < arrival + 0.8 ? Overscroll.bounce(from: 0, at: speed, after: time - arrival) : 0
                put(end.moved(along: direction, by: outward * beyond))
                frame += 1
            }
        }
    }
}
