import CollectionLayout
import LayoutTestSupport
import Testing

/// The checkers themselves.
@Suite struct SupportTests {
    @Test func withEveryNamesTheCombination() {
        var visited = 0
        let error = #expect(throws: CombinationFailure.self) {
            try withEvery("count", in: 0..<4) { count in
                try withEvery("seed", in: 7...9) { seed in
                    visited += 1
                    #expect(Combination.current == "count = \(count), seed = \(seed)")
                    try check(count * seed < 16, "too large")
                }
            }
        }
        #expect(error?.description == "with count = 2, seed = 8: too large")
        #expect(visited == 8)
        #expect(Combination.current.isEmpty)
    }

    @Test func boundaryRectsOfOneFrame() {
        let frame = Rect(x: 10, y: 20, width: 30, height: 40)
        let rects = boundaryRects(of: [frame])
        // Six edges an axis make 21 intervals, empty ones included.
        #expect(Set(rects).count == 21 * 21)
        #expect(rects.count == 21 * 21)
        #expect(rects.contains(frame))
        let grain = Snapping.grainLength
        let touching = Rect(x: 10 - grain, y: 20, width: grain, height: 40)
        #expect(rects.contains(touching) && !touching.intersects(frame))
        let overlapping = Rect(x: 10 - grain, y: 20, width: 2 * grain, height: 40)
        #expect(rects.contains(overlapping) && overlapping.intersects(frame))
        #expect(rects.allSatisfy { $0.width >= 0 && $0.height >= 0 })
    }

    @Test func boundaryRectsAreLimited() {
        let frames = (0..<20).map { Rect(x: Double($0) * 11, y: Double($0) * 7, width: 10, height: 5) }
        let rects = boundaryRects(of: frames, limit: 500)
        #expect(rects.count == 500)
        #expect(rects.contains { rect in frames.count { $0.intersects(rect) } > 3 })
        #expect(boundaryRects(of: []).isEmpty)
    }
}
