import CollectionLayout
import Foundation

extension Trace {
    /// Flings in one direction, each before the one before has come to rest, whose momentum they carry on: successive viewports
    /// have less and less in common, up to nothing. Then the view comes to rest, and goes on the other way or the same.
    static let flingTrain = Trace(
        "fling-train", "flings that carry the momentum of those before, up to 40,000 pt/s"
    ) { range, frames, random, put in
        var random = random
        var start = range.random(&random)
        var frame = 0
        while frame < frames {
            let direction = range.direction(&random)
            let isForward = random.unit() >= 0.5
            let flings = 4 + random.index(below: 5)
            var velocity = 0.0
            for fling in 1...flings {
                velocity = min(random.flingSpeed() + Self.carriedSpeed(velocity), Self.fastest)
                let motion = Deceleration(velocity: isForward ? velocity : -velocity)
                // A finger comes back after a quarter to half a second; behind the last fling the view comes to rest.
                let time = fling < flings ? random.uniform(0.25, 0.5) : motion.duration + random.uniform(0.3, 1.5)
                let rate = range.framesPerSecond
                let steps = max(Int((time * rate).rounded(.up)), 1)
                for offset in motion.offsets(from: start, direction, 1...steps, rate).prefix(frames - frame) {
                    put(offset)
                    frame += 1
                    start = offset
                }
                velocity = abs(motion.velocity(at: time))
            }
        }
    }

    /// The fastest that a view scrolls, in points a second.
    private static let fastest = 40_000.0

    /// What a fling gains from the speed at which the view still moves, in points a second: a fit to what UIScrollView does.
    private static func carriedSpeed(_ speed: Double) -> Double { min(0.000816 * pow(speed, 1.967), fastest) }
}
