import CollectionLayout

extension Trace {
    /// Successive viewports overlap by 96 % at 2000 pt/s, and are the same during pauses.
    ///
    /// The viewport rests 0.3 to 1.5 s between two flings, and one in five goes back. It starts at a random offset, so that
    /// scanning from the head does not pay.
    static let fling = Trace("fling", "flings that slow down, with pauses") { range, frames, random, put in
        var random = random
        var start = range.random(&random)
        var forward = true
        var frame = 0
        while frame < frames {
            if random.unit() < 0.2 { forward.toggle() }
            let speed = random.flingSpeed()
            let motion = Deceleration(velocity: forward ? speed : -speed)
            let moving = Int((motion.duration * 60).rounded(.up))
            let resting = Int(random.uniform(0.3, 1.5) * 60)
            let direction = range.direction(&random)
            var offset = start
            for step in 0...moving + resting where frame < frames {
                let distance = motion.offset(at: min(Double(step) / 60, motion.duration))
                offset = Point(x: start.x + direction.x * distance, y: start.y + direction.y * distance)
                put(offset)
                frame += 1
            }
            start = offset
        }
    }
}

extension SplitMix64 {
    /// How fast a fling begins, in points a second: lognormal around 2000 with σ 0.6, clipped to 50 … 8000.
    mutating func flingSpeed() -> Double { min(max(logNormal(median: 2000, sigma: 0.6), 50), 8000) }
}
