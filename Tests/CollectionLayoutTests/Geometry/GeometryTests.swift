import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct GeometryTests {
    /// The inner points of an interval on a grid of half steps; of one without extent the point itself.
    private func points(_ low: Int, _ length: Int) -> Set<Int> {
        length == 0 ? [2 * low] : Set(2 * low + 1...2 * (low + length) - 1)
    }

    private func meet(_ low: Int, _ length: Int, _ otherLow: Int, _ otherLength: Int) -> Bool {
        if length == 0 && otherLength == 0 { return false }
        return !points(low, length).isDisjoint(with: points(otherLow, otherLength))
    }

    @Test func intersectionOfAllSmallRects() throws {
        let rects = (-1...2).flatMap { x in
            (0...1).flatMap { y in
                (0...2).flatMap { width in (0...2).map { (x, y, width, $0) } }
            }
        }
        var meetings = 0
        for a in rects {
            for b in rects {
                let expected = meet(a.0, a.2, b.0, b.2) && meet(a.1, a.3, b.1, b.3)
                let first = Rect(x: Double(a.0), y: Double(a.1), width: Double(a.2), height: Double(a.3))
                let second = Rect(x: Double(b.0), y: Double(b.1), width: Double(b.2), height: Double(b.3))
                try check(first.intersects(second) == expected, "\(first) and \(second): expected \(expected)")
                meetings += expected ? 1 : 0
            }
        }
        #expect(meetings == 476)
    }

    @Test(arguments: [Axis.vertical, .horizontal])
    func touchingEdgesDoNotIntersect(_ axis: Axis) {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        let grain = Snapping.grainLength
        for (far, expected) in [(20.0, false), (20 + grain, true), (20.0.nextUp, true), (20 - grain, false)] {
            let other = Rect(x: 0, y: 0, width: 100, height: far)
            #expect(axis.transpose(rect).intersects(axis.transpose(other)) == expected)
            #expect(axis.transpose(other).intersects(axis.transpose(rect)) == expected)
        }
    }

    @Test func zeroExtentIntersectsStrictlyInsideOnly() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.intersects(Rect(x: 11, y: 21, width: 0, height: 0)))
        #expect(rect.intersects(Rect(x: 0, y: 21, width: 100, height: 0)))
        #expect(!rect.intersects(Rect(x: 10, y: 21, width: 0, height: 0)))
        #expect(!rect.intersects(Rect(x: 40, y: 21, width: 0, height: 5)))
        #expect(!Rect.zero.intersects(.zero))
        let line = Rect(x: 15, y: 0, width: 0, height: 100)
        #expect(!line.intersects(line))
    }

    @Test func nanNeverIntersects() {
        let rect = Rect(x: -10, y: -10, width: 30, height: 40)
        let keys: [WritableKeyPath<Rect, Double>] = [\.x, \.y, \.width, \.height]
        for key in keys {
            var bad = rect
            bad[keyPath: key] = .nan
            #expect(!bad.intersects(rect) && !rect.intersects(bad) && !bad.intersects(bad))
        }
        // From minus infinity on, over an infinite length: the far edge is not a number.
        let endless = Rect(x: -.infinity, y: 0, width: .infinity, height: 1)
        #expect(!endless.intersects(rect))
    }

    @Test func infiniteLengths() {
        let rect = Rect(x: -10, y: -10, width: 30, height: 40)
        #expect(rect.intersects(Rect(x: -1e300, y: -1e300, width: .infinity, height: .infinity)))
        #expect(!rect.intersects(Rect(x: 20, y: -1e300, width: .infinity, height: .infinity)))
        #expect(!rect.intersects(Rect(x: .infinity, y: 0, width: 1, height: 1)))
        #expect(rect.intersects(everything))
    }

    @Test func snappingRoundsDownToTheGrain() {
        let grain = Snapping.grainLength
        #expect(grain == 1.0 / 1024)
        let cases: [(Double, Double)] = [
            (0, 0), (1, 1), (grain, grain), (grain.nextDown, 0), (0.1, 102.0 / 1024), (1.0 / 3, 341.0 / 1024),
            (-grain, -grain), (-grain / 2, -grain), (-0.1, -103.0 / 1024), (-1, -1), (-1e-300, -grain),
            (8e12, 8e12), (8e12.nextDown, 8e12 - grain), (-8e12, -8e12), (8e12 - grain, 8e12 - grain),
        ]
        for (value, expected) in cases {
            #expect(Snapping.grain.snap(value) == expected, "\(value)")
            #expect(Snapping.none.snap(value) == value)
        }
    }

    @Test func snappingIsTheGreatestMultipleNotAbove() {
        var random = SplitMix64(seed: 5)
        for exponent in 0...42 {
            for _ in 0..<20 {
                let value = random.uniform(-1, 1) * min(Double(sign: .plus, exponent: exponent, significand: 1.7), 8e12)
                let snapped = Snapping.grain.snap(value)
                #expect((snapped * 1024).rounded() == snapped * 1024)
                #expect(snapped <= value && value < snapped + Snapping.grainLength, "\(value)")
                #expect(Snapping.grain.snap(snapped) == snapped)
            }
        }
        #expect(Snapping.none.snap(.nan).isNaN && Snapping.none.snap(.infinity) == .infinity)
    }

    @Test func snappedSumsAreExactInAnyOrder() {
        var random = SplitMix64(seed: 6)
        var lengths = (0..<500).map { _ in Snapping.grain.snap(random.uniform(0, 1.6e10)) }
        let grains = lengths.reduce(0) { $0 + Int64($1 * 1024) }
        for _ in 0..<20 {
            lengths.shuffle(using: &random)
            let sum = lengths.reduce(0, +)
            #expect(sum < Snapping.largestCoordinate && Int64(sum * 1024) == grains)
            #expect(lengths.reversed().reduce(sum, -) == 0)
        }
    }

    @Test func transpositionIsItsOwnInverse() {
        let rect = Rect(x: 1, y: 2, width: 3, height: 4)
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(Axis.horizontal.transpose(rect) == Rect(x: 2, y: 1, width: 4, height: 3))
        #expect(Axis.horizontal.transpose(insets) == EdgeInsets(top: 2, left: 1, bottom: 4, right: 3))
        #expect(Axis.horizontal.transpose(Size(width: 1, height: 2)) == Size(width: 2, height: 1))
        #expect(Axis.horizontal.transpose(Point(x: 1, y: 2)) == Point(x: 2, y: 1))
        for axis in Axis.allCases {
            #expect(axis.transpose(axis.transpose(rect)) == rect)
            #expect(axis.transpose(axis.transpose(insets)) == insets)
            #expect(axis.transpose(axis.transpose(rect.size)) == rect.size)
            #expect(axis.transpose(axis.transpose(rect.origin)) == rect.origin)
        }
        #expect(Axis.vertical.transpose(rect) == rect && Axis.vertical.transpose(insets) == insets)
    }

    @Test func originAndSizeCanBeSet() {
        var rect = Rect(x: 1, y: 2, width: 3, height: 4)
        rect.origin.y = 20
        rect.size = Size(width: 30, height: 40)
        #expect(rect == Rect(x: 1, y: 20, width: 30, height: 40))
    }

    @Test func edgesUnionAndOffset() {
        let rect = Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
        #expect(rect.minX == 1 && rect.minY == 2 && rect.maxX == 4 && rect.maxY == 6)
        #expect(rect.offset(x: -1, y: 10) == Rect(x: 0, y: 12, width: 3, height: 4))
        #expect(rect.union(Rect(x: 10, y: -1, width: 1, height: 1)) == Rect(x: 1, y: -1, width: 10, height: 7))
        #expect(rect.union(rect) == rect)
        #expect(EdgeInsets(all: 3) == EdgeInsets(top: 3, left: 3, bottom: 3, right: 3))
    }
}
