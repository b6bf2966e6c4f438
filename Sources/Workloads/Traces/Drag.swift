import CollectionLayout
import Foundation

extension Trace {
    /// Successive viewports overlap by 99 %.
    ///
    /// Gestures of half a second to two, each of one velocity with 10 % jitter; one in five goes back. It starts at a
    /// random offset, so that scanning from the head does not pay.
    static let drag = Trace("drag", "a finger at 100 to 300 pt/s with jitter") { range, frames, random, put in
        var random = random
        var offset = range.random(&random)
        var forward = true
        var direction = Point.zero
        var left = 0
        let rate = range.framesPerSecond
        for _ in 0..<frames {
            put(offset)
            if left == 0 {
                left = max(Int(Double(30 + random.index(below: 91)) * rate / 60), 1)
                if random.unit() < 0.2 { forward.toggle() }
                let velocity = random.uniform(100, 300) * (forward ? 1 : -1)
                direction = range.direction(&random)
                direction = Point(x: direction.x * velocity / rate, y: direction.y * velocity / rate)
            }
            let jitter = random.uniform(0.9, 1.1)
            offset = offset.moved(along: direction, by: jitter)
            left -= 1
        }
    }
}

extension ScrollRange {
    /// The direction of a gesture: along the axes that scroll, at 30° to 60° where both do.
    func direction(_ random: inout SplitMix64) -> Point {
        if largest.x == 0 { return Point(x: 0, y: 1) }
        if largest.y == 0 { return Point(x: 1, y: 0) }
        let angle = random.uniform(1, 2) * .pi / 6
        return Point(x: cos(angle), y: sin(angle))
    }
}
