import Foundation

/// Which of several things costs least at which size: "up to 2,300 items the first one, then the second".
public enum Crossover {
    /// The costs of one thing.
    public struct Curve: Sendable {
        /// Its name.
        public let name: String
        /// The measured costs, ascending by size.
        public let points: [Point]

        /// A curve; its points in any order.
        public init(name: String, points: [Point]) {
            self.name = name
            self.points = points.sorted { $0.size < $1.size }
        }

        func point(at size: Double) -> Point? { points.first { $0.size == size } }
    }

    /// A cost at a size, with its interval.
    public struct Point: Sendable {
        /// The size, positive.
        public let size: Double
        /// The cost, positive.
        public let cost: Double
        /// What the cost lies between; both are the cost itself where that is unknown.
        public let lower, upper: Double

        /// A point.
        public init(size: Double, cost: Double, lower: Double? = nil, upper: Double? = nil) {
            self.size = size
            self.cost = cost
            self.lower = lower ?? cost
            self.upper = upper ?? cost
        }
    }

    /// A range of sizes with the one that costs least there.
    public struct Span: Sendable, Equatable {
        /// Which one.
        public let name: String
        /// Up to which size; for the last span the largest one measured.
        public let end: Double
    }

    /// The spans from the smallest to the largest size, empty where there are no points. O(sizes · curves · points).
    ///
    /// The first span belongs to the lowest cost at the smallest size. Another one takes over where its interval lies
    /// wholly below the interval of the one before: without evidence nobody should change. Between two sizes costs are
    /// taken to be powers of the size, straight lines on log-log paper, and the span ends where the two lines cross. One
    /// that was not measured at the next size ends at its last one.
    public static func spans(_ curves: [Curve]) -> [Span] {
        let sizes = Set(curves.flatMap { $0.points.map(\.size) }).sorted()
        func best(at size: Double) -> Curve? {
            curves.filter { $0.point(at: size) != nil }.min { $0.point(at: size)!.cost < $1.point(at: size)!.cost }
        }
        guard let first = sizes.first, let last = sizes.last, var current = best(at: first) else { return [] }
        var spans: [Span] = []
        for (former, size) in zip(sizes, sizes.dropFirst()) {
            guard let next = best(at: size), next.name != current.name, let rival = next.point(at: size) else {
                continue
            }
            if let own = current.point(at: size), rival.upper >= own.lower { continue }
            spans.append(Span(name: current.name, end: crossing(current, next, former, size) ?? former))
            current = next
        }
        return spans + [Span(name: current.name, end: last)]
    }

    /// The size between two others at which the second curve comes below the first; nil where one of the four costs is
    /// missing.
    private static func crossing(_ first: Curve, _ second: Curve, _ low: Double, _ high: Double) -> Double? {
        guard let a = first.point(at: low), let b = first.point(at: high), let c = second.point(at: low),
            let d = second.point(at: high)
        else { return nil }
        let before = log(c.cost / a.cost)
        let after = log(d.cost / b.cost)
        // Where it was below already, but not beyond doubt, it takes over at once.
        guard before > 0 else { return low }
        return low * pow(high / low, before / (before - after))
    }
}
