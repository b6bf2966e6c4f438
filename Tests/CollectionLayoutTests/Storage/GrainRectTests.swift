import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Frames in grains are those that went in, and meet what those meet.
@Suite struct GrainRectTests {
    /// A whole number of grains, mostly within some points of 0.
    private func grains(_ random: inout SplitMix64, _ reach: Double) -> Double {
        Snapping.grain.snap((Double(random.index(below: 1 << 30)) / Double(1 << 29) - 1) * reach)
    }

    @Test func fittingRectanglesComeBack() throws {
        var random = SplitMix64(seed: 1)
        try withEvery("trial", in: 0..<20_000) { trial in
            let near = trial % 3 == 0 ? grains(&random, 8e11) : grains(&random, 3e6)
            let base = GrainRect.base(near)
            try check(abs(base - near) <= 0x1p18, "base \(base) of \(near)")
            let rect = Rect(
                x: grains(&random, 2e5), y: near + abs(grains(&random, 2e5)), width: abs(grains(&random, 4e5)),
                height: abs(grains(&random, 4e5)))
            var packer = GrainPacker(from: base)
            let packed = packer.pack(rect)
            try check(packer.allFit && packed.rect(from: base) == rect, "\(rect), got \(packed.rect(from: base))")
        }
    }

    /// What has no length has none with a sign either, wherever it begins.
    @Test func noLengthHasNoSign() throws {
        for x in [0, 10.5, -3] {
            for y in [0, 7.25, -2] {
                var packer = GrainPacker(from: 0)
                let rect = packer.pack(Rect(x: x, y: y, width: 0, height: 0)).rect(from: 0)
                #expect(rect == Rect(x: x, y: y, width: 0, height: 0))
                #expect(
                    [rect.x, rect.y, rect.width, rect.height].allSatisfy { $0 != 0 || $0.sign == .plus }, "\(rect)")
            }
        }
    }

    @Test(arguments: [
        Rect(x: 0.3, y: 0, width: 1, height: 1), Rect(x: 0, y: 0x1p-11, width: 1, height: 1),
        Rect(x: 0, y: 0, width: 0.1, height: 1), Rect(x: 0, y: 0, width: 1, height: 1 / 3),
        Rect(x: 0x1p20, y: 0, width: 1, height: 1), Rect(x: -0x1p20 - 1, y: 0, width: 1, height: 1),
        Rect(x: 0x1p20 - 1, y: 0, width: 2, height: 1), Rect(x: 0, y: 0x1p21, width: 1, height: 1),
        Rect(x: 0, y: 0, width: 0x1p21, height: 1), Rect(x: 0, y: 0, width: 1, height: 3e12),
        Rect(x: 0, y: -8e12, width: 1, height: 1), Rect(x: 0, y: 1e300, width: 1, height: 1),
        Rect(x: 0, y: .infinity, width: 1, height: 1), Rect(x: .nan, y: 0, width: 1, height: 1),
    ])
    func otherRectanglesDoNotFit(_ rect: Rect) {
        var packer = GrainPacker(from: 0)
        _ = packer.pack(rect)
        #expect(!packer.allFit)
    }

    /// Where there is no room to round from a base that is no multiple of much, nothing is a grain off without notice.
    @Test func farBasesAreExactOrNotUsed() throws {
        var random = SplitMix64(seed: 3)
        var fitting = 0
        try withEvery("trial", in: 0..<2000) { _ in
            let base = abs(grains(&random, 8e12))
            let rect = Rect(x: 1, y: base + abs(grains(&random, 100)), width: 3.25, height: 1 + Snapping.grainLength)
            var packer = GrainPacker(from: base)
            let packed = packer.pack(rect)
            try check(!packer.allFit || packed.rect(from: base) == rect, "\(rect) from \(base)")
            fitting += Int(bit: packer.allFit)
        }
        #expect((500..<2000).contains(fitting))
    }

    /// Bits against the rule of rectangles, with edges that touch, lie between grains, or lie beyond everything.
    @Test func boundsMeetWhatRectanglesMeet() throws {
        var random = SplitMix64(seed: 2)
        func edge() -> Double {
            switch random.index(below: 12) {
            case 0: return -.infinity
            case 1: return .infinity
            case 2: return .nan
            case 3: return 1e300
            case 4: return -4e12
            case 5: return Double(random.index(below: 16)) - 0x1p-12
            default: return Double(random.index(below: 16))
            }
        }
        try withEvery("trial", in: 0..<40_000) { trial in
            let shift = [0, 1000, 3e9, 3e11, 0.5, -77][trial % 6]
            let base = GrainRect.base([0, 1e6, 7e11][trial / 6 % 3])
            var packer = GrainPacker(from: base)
            let rects = (0..<8).map { _ in
                Rect(
                    x: Double(random.index(below: 12)), y: base + Double(random.index(below: 12)),
                    width: Double(random.index(below: 4)), height: Double(random.index(below: 4)) / 4)
            }
            let packed = FlatArray(rects.map { packer.pack($0) })
            let near = rects.map { SIMD2($0.minX, $0.minY) }
            let far = rects.map { SIMD2($0.maxX, $0.maxY) }
            for axis in 0...1 {
                let ends = (near.map { $0[axis] }, far.map { $0[axis] })
                try check(packer.leastNear[axis] == ends.0.min() && packer.greatestNear[axis] == ends.0.max(), "near")
                try check(packer.leastFar[axis] == ends.1.min() && packer.greatestFar[axis] == ends.1.max(), "far")
            }
            let corner = Point(x: edge(), y: edge() + (trial % 2 == 0 ? base + shift : 0))
            let query = Rect(x: corner.x, y: corner.y, width: edge(), height: edge())
            let bounds = try #require(GrainBounds(query).moved(by: base + shift))
            let expected = rects.enumerated().reduce(UInt32(0)) { bits, entry in
                entry.element.offset(x: 0, y: shift).intersects(query) ? bits | 1 << UInt32(entry.offset) : bits
            }
            let got = packed.meeting(bounds, 0)
            try check(packer.allFit && got == expected, "\(query) + \(shift): got \(got), expected \(expected)")
        }
        #expect(GrainBounds(.zero).moved(by: 0x1p-11) == nil && GrainBounds(.zero).moved(by: 2e12) == nil)
    }

    /// Sections whose frames fit in grains beside those that do not, before and after edits that make them do either.
    @Test(arguments: [Snapping.grain, .none]) func exceptions(_ snapping: Snapping) throws {
        var content = try Content(bounds: Size(width: 100, height: 100), snapping: snapping)
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: (0..<40).map { 1 + Double($0 % 7) / 3 })
        try content.appendSection(layout: list, values: (0..<40).map { $0 == 20 ? 5e6 : 1 + Double($0 % 7) / 3 })
        try content.appendSection(layout: list, values: (0..<40).map { 1e5 + Double($0) })
        var cache = SectionBucketCache()
        try cache.prepare(content)
        try FreshLayout.check(cache, equals: content)
        // Without snapping the sums of lengths depend on the order of edits.
        guard snapping == .grain else { return }
        for (section, length) in [(0, 9e6), (1, 2), (2, 3e6), (0, 1), (2, 4)] as [(Int, Double)] {
            let resize = Change.resize(section: section, item: 20, to: [length])
            try cache.apply(resize)
            try content.apply(resize)
            cache.checkInvariants()
            try FreshLayout.check(cache, equals: content)
        }
    }
}
