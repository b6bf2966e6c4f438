import CollectionLayout
import Testing

/// Where scrolling comes to rest, by hand: 20 rows of 50 pt in a view of 200 pt, so offsets from 0 to 800.
@Suite struct TargetOffsetTests {
    private func rest(
        _ rule: SnapRule, _ proposed: Double, _ velocity: Double = 0, from current: Double = 0,
        _ axis: Axis = .vertical,
        contentInset: EdgeInsets = .zero
    ) throws -> Double {
        var engine = try listEngine(axis, offset: current, contentInset: contentInset)
        engine.snapRule = rule
        let target = engine.targetContentOffset(
            forProposedContentOffset: axis.transpose(Point(x: 0, y: proposed)),
            withScrollingVelocity: axis.transpose(Point(x: 0, y: velocity)))
        #expect(axis.transpose(target).x == 0)
        return axis.transpose(target).y
    }

    @Test func withoutARule() throws {
        #expect(try rest(.none, 123.25) == 123.25)
        #expect(try rest(.none, -50, 1) == -50)
    }

    @Test(arguments: Axis.allCases)
    func starts(_ axis: Axis) throws {
        #expect(try rest(.items(.start), 120, axis) == 100)
        #expect(try rest(.items(.start), 130, axis) == 150)
        // Half way: the earlier one.
        #expect(try rest(.items(.start), 125, axis) == 100)
        #expect(try rest(.items(.start), 120, 0.5, axis) == 150)
        #expect(try rest(.items(.start), 140, -0.5, axis) == 100)
        #expect(try rest(.items(.start), 150, 0.5, axis) == 150)
        #expect(try rest(.items(.start), 150, -0.5, axis) == 150)
        // Where nothing is left to scroll to, the end.
        #expect(try rest(.items(.start), 820, axis) == 800)
        #expect(try rest(.items(.start), 820, 1, axis) == 800)
        #expect(try rest(.items(.start), -70, axis) == 0)
        #expect(try rest(.items(.start), 5000, axis) == 800)
        #expect(try rest(.items(.start), 5000, 1, axis) == 800)
        #expect(try rest(.items(.start), -5000, -1, axis) == 0)
    }

    private func rest(_ rule: SnapRule, _ proposed: Double, _ axis: Axis) throws -> Double {
        try rest(rule, proposed, 0, axis)
    }

    private func rest(_ rule: SnapRule, _ proposed: Double, _ velocity: Double, _ axis: Axis) throws -> Double {
        try rest(rule, proposed, velocity, from: 0, axis)
    }

    @Test func centersAndEnds() throws {
        // The middle of the view is at 220, those of rows at 225 and 175.
        #expect(try rest(.items(.center), 120) == 125)
        #expect(try rest(.items(.center), 120, -1) == 75)
        // Its far edge at 320, those of rows at 300 and 350.
        #expect(try rest(.items(.end), 120) == 100)
        #expect(try rest(.items(.end), 120, 1) == 150)
        #expect(try rest(.items(.end), 100, 1) == 100)
    }

    @Test func contentInsets() throws {
        let inset = EdgeInsets(top: 30, bottom: 10)
        // The edge below the bar is at 130: 20 from the row at 150, 30 from the one at 100.
        #expect(try rest(.items(.start), 100, contentInset: inset) == 120)
        #expect(try rest(.items(.start), -30, contentInset: inset) == -30)
        #expect(try rest(.items(.start), -90, contentInset: inset) == -30)
        #expect(try rest(.items(.end), 5000, contentInset: inset) == 810)
        // Pages of 160.
        #expect(try rest(.pages, 135, contentInset: inset) == 130)
    }

    @Test(arguments: Axis.allCases)
    func pages(_ axis: Axis) throws {
        #expect(try rest(.pages, 290, axis) == 200)
        #expect(try rest(.pages, 300, axis) == 200)
        #expect(try rest(.pages, 301, axis) == 400)
        #expect(try rest(.pages, 260, 1, from: 250, axis) == 400)
        #expect(try rest(.pages, 240, -1, from: 250, axis) == 200)
        #expect(try rest(.pages, 190, -1, from: 200, axis) == 0)
        #expect(try rest(.pages, 900, 1, from: 790, axis) == 800)
        #expect(try rest(.pages, -40, -1, from: 0, axis) == 0)
    }

    /// From right to left offsets run from 800 down, and rows start at their right edges.
    @Test func rightToLeft() throws {
        var engine = try listEngine(.horizontal, offset: 700)
        engine.flipsHorizontallyInOppositeLayoutDirection = true
        engine.layoutDirection = .rightToLeft
        func rest(_ rule: SnapRule, _ x: Double, _ velocity: Double = 0) -> Double {
            engine.snapRule = rule
            return engine.targetContentOffset(
                forProposedContentOffset: Point(x: x, y: 0), withScrollingVelocity: Point(x: velocity, y: 0)
            ).x
        }
        // The right edge of the view at 880: 20 from 900, 30 from 850.
        #expect(rest(.items(.start), 680) == 700)
        #expect(rest(.items(.start), 680, -1) == 650)
        #expect(rest(.items(.start), 680, 1) == 700)
        #expect(rest(.items(.end), 680) == 700)
        #expect(rest(.pages, 550) == 600)
        // From 700, half a page from the beginning at 800: on to 600, back to 800.
        #expect(rest(.pages, 690, -1) == 600)
        #expect(rest(.pages, 710, 1) == 800)
    }

    @Test func nothingToSnapTo() throws {
        var engine = try listEngine(counts: [0], lengths: [])
        engine.snapRule = .items(.center)
        #expect(engine.targetContentOffset(forProposedContentOffset: Point(x: 5, y: 70)) == .zero)
        engine = try listEngine(counts: [])
        #expect(engine.targetContentOffset(forProposedContentOffset: Point(x: 5, y: 70)) == Point(x: 5, y: 70))
    }

    /// A row far from the proposed offset is found, whatever lies between.
    @Test func farTargets() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout(lineSpacing: 0))
        try content.appendSection(layout: list, values: [50, 1e6, 50])
        var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        engine.snapRule = .items(.start)
        func rest(_ y: Double, _ velocity: Double = 0) -> Double {
            engine.targetContentOffset(
                forProposedContentOffset: Point(x: 0, y: y), withScrollingVelocity: Point(x: 0, y: velocity)
            ).y
        }
        #expect(rest(400_000) == 50)
        #expect(rest(600_000) == 1e6 + 100 - 200)
        #expect(rest(600_000, -1) == 50)
        #expect(rest(60, 1) == 1e6 + 100 - 200)
    }

    /// From one page to the next, though their offsets are no numbers that sums hit: none is the next one of itself.
    @Test(arguments: [1.0, -1])
    func pagesInTurn(_ velocity: Double) throws {
        var engine = try listEngine(counts: [4000], contentInset: EdgeInsets(top: 0.7))
        engine.snapRule = .pages
        let page = 200 - 0.7
        engine.contentOffset.y = (velocity < 0 ? 60 * page : 0) - 0.7
        for _ in 0..<60 {
            let next = engine.targetContentOffset(
                forProposedContentOffset: engine.contentOffset, withScrollingVelocity: Point(x: 0, y: velocity))
            #expect(abs(next.y - engine.contentOffset.y - velocity * page) < 1e-6)
            engine.contentOffset = next
        }
    }

    /// Among estimates rows are known where they have been shown, which may be far from a proposed offset.
    @Test(arguments: [0.0, -1, 1])
    func estimates(_ velocity: Double) throws {
        var engine = try CollectionLayoutEngine<ViewportFirstCache>(
            listEngine(counts: [6000]).content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        engine.snapRule = .items(.start)
        func rest(_ y: Double) -> Double {
            engine.targetContentOffset(
                forProposedContentOffset: Point(x: 0, y: y), withScrollingVelocity: Point(x: 0, y: velocity)
            ).y
        }
        #expect(rest(150_020) == 150_020)
        engine.contentOffset.y = 150_020
        let offset = engine.contentOffset.y
        let rows = engine.layoutAttributesForElements(in: engine.bounds).map(\.frame.y).sorted()
        #expect(rows.count == 5 && rows[0] > offset - 25 && rows[1] == rows[0] + 50)
        #expect(rest(offset) == (velocity > 0 ? rows[1] : rows[0]))
    }
}
