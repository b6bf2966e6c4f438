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
            let rate = range.framesPerSecond
            let moving = Int((motion.duration * rate).rounded(.up))
            let resting = Int(random.uniform(0.3, 1.5) * rate)
            let direction = range.direction(&random)
            for offset in motion.offsets(from: start, direction, 0...moving + resting, rate).prefix(frames - frame) {
                put(offset)
                frame += 1
                start = offset
            }
        }
    }
}

extension Deceleration {
    /// Where a view is in frames after the motion has begun, until it rests and then.
    func offsets(
        from start: Point, _ direction: Point, _ frames: ClosedRange<Int>, _ framesPerSecond: Double
    ) -> some Sequence<Point> {
        frames.lazy.map { start.moved(along: direction, by: offset(at: min(Double($0) / framesPerSecond, duration))) }
    }
}

extension SplitMix64 {
    /// How fast a fling begins, in points a second: lognormal around 2000 with σ 0.6, clipped to 50 … 8000.
    mutating func flingSpeed() -> Double { min(max(logNormal(median: 2000, sigma: 0.6), 50), 8000) }
}
