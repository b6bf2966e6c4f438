#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CollectionLayout

extension EditTrace {
    /// A finger pulls for 0.2 s; as it lets go, 5 to 20 items come in front of all others, and the view bounces back.
    static let pullToRefresh = EditTrace(
        "pull-to-refresh", "the view is pulled 60 to 120 pt beyond the beginning, items are inserted there",
        datasets: [.pinterest]
    ) { take throws(LayoutError) in
        let view = take.bounds
        func pulled(_ distance: Double) -> Rect { view.offset(x: 0, y: Snapping.grain.snap(-distance)) }
        while !take.isOver {
            let depth = take.random.uniform(60, 120)
            let finger = Overscroll.finger(forDepth: depth, in: view.height)
            let pull = take.steps(0.2)
            for step in 1..<max(pull, 2) {
                let distance = finger * Double(step) / Double(pull)
                try take.show(pulled(Overscroll.depth(ofFinger: distance, in: view.height)))
            }
            let items = take.newItems(5 + take.random.index(below: 16))
            try take.show(pulled(depth), [.insertItems(section: 0, at: 0, items)])
            for step in 1...take.steps(0.8) {
                try take.show(pulled(Overscroll.bounce(from: depth, after: Double(step) * take.interval)))
            }
            for _ in 0..<take.steps(0.2) { try take.show(view) }
        }
    }
}

/// How a scroll view behaves beyond the ends of its content.
enum Overscroll {
    /// How many points of a finger's way a view follows at the end of its content: UIScrollView's rubber band.
    private static let firmness = 0.55

    /// How far beyond the end a view of a length goes, in points, if a finger goes a distance.
    static func depth(ofFinger distance: Double, in length: Double) -> Double {
        (1 - 1 / (firmness * distance / length + 1)) * length
    }

    /// How far a finger goes to take the view so far beyond the end.
    ///
    /// - Precondition: the depth is below the length.
    static func finger(forDepth depth: Double, in length: Double) -> Double {
        precondition(depth < length, "a rubber band is never as long as the view: \(depth), \(length)")
        return length / firmness * depth / (length - depth)
    }

    /// How far beyond the end a view still is some seconds after it was let go: a critically damped spring.
    ///
    /// - Parameter velocity: How fast it went further beyond the end then, in points a second.
    static func bounce(from depth: Double, at velocity: Double = 0, after time: Double) -> Double {
        (depth + (velocity + 10 * depth) * time) * exp(-10 * time)
    }
}
