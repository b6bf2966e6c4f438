import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What holds for every layout, whatever its parameters; a violation is reported with the simplest world that shows it.
@Suite struct PropertyTests {
    /// Free-form items stand where their values say.
    private static let contained = NamedLayout.all.filter { $0.id != FreeFormLayout.id }
    /// On a circle many items are closer than they are broad.
    private static let disjoint = contained.filter { $0.id != CircleLayout.id }

    @Test(arguments: contained)
    func noFrameLeavesItsSection(_ entry: NamedLayout) throws {
        try forAllWorlds(entry) { world in
            let content = try world.content()
            let fold = content.fold(ofSection: 0)
            let size = try CacheStrategy.oracle.prepared(content).contentSize
            try check(
                size.width == max(content.container.breadth, fold.leastBreadth), "the section is \(size.width) pt broad"
            )
            let right = size.width - fold.insets.right
            let top = LayoutWorld.headerLength + fold.insets.top
            let bottom = size.height - LayoutWorld.footerLength - fold.insets.bottom
            for (item, frame) in try world.frames().enumerated() {
                try check(frame.width >= 0 && frame.height >= 0, "item \(item): \(frame)")
                try check(frame.minX >= fold.insets.left && frame.maxX <= right, "item \(item) across: \(frame)")
                try check(frame.minY >= top && frame.maxY <= bottom, "item \(item) along: \(frame)")
            }
        }
    }

    @Test(arguments: disjoint)
    func noTwoCellsOverlap(_ entry: NamedLayout) throws {
        try forAllWorlds(entry) { world in
            // Stacked events lie on each other.
            if (world.layout() as? CalendarWeekLayout)?.overlaps == .stacked { return }
            let frames = try world.frames()
            for (item, frame) in frames.enumerated() {
                for other in 0..<item where frame.intersects(frames[other]) {
                    throw CheckFailure("items \(other) and \(item): \(frames[other]), \(frame)")
                }
            }
        }
    }

    /// Sizes and insets transposed, ratios reciprocal: powers of two, as the reciprocals of others are rounded.
    @Test(arguments: NamedLayout.all)
    func horizontalIsTransposedVertical(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, hasExactRatios: true) { world in
            for snapping in Snapping.allCases {
                let frames = zip(try world.frames(.vertical, snapping), try world.frames(.horizontal, snapping))
                for (item, (a, b)) in frames.enumerated() {
                    try check(a == b, "item \(item), snapping \(snapping): \(a) vertical, \(b) horizontal")
                }
            }
        }
    }

    /// Every element, those that the layout adds included, stands where its mirror image stood.
    @Test(arguments: NamedLayout.all)
    func rightToLeftIsMirroredLeftToRight(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 60) { world in
            for axis in Axis.allCases {
                let content = try world.content(axis)
                let cache = try CacheStrategy.oracle.prepared(content)
                let size = axis.transpose(cache.contentSize)
                var engine = try Engine(
                    content,
                    bounds: Rect(origin: .zero, size: axis.transpose(Size(width: world.width, height: world.height))))
                engine.flipsHorizontallyInOppositeLayoutDirection = true
                engine.layoutDirection = .rightToLeft
                try check(engine.collectionViewContentSize == size, "content size \(engine.collectionViewContentSize)")
                for id in allElements(cache) {
                    var frame = axis.transpose(try #require(cache.frame(of: id)))
                    frame.x = size.width - frame.maxX
                    let found = engine.layoutAttributes(for: id)?.frame
                    try check(found == frame, "\(axis), \(id): \(String(describing: found)), expected \(frame)")
                }
            }
        }
    }

    /// Before and after an item got the values of another one.
    @Test(arguments: NamedLayout.all)
    func strategiesAnswerAsTheOracle(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 25) { world in
            let content = try world.content()
            var oracle = try CacheStrategy.oracle.prepared(content)
            var caches = try CacheStrategy.all.map { try $0.prepared(content) }
            let count = world.items.count
            let edits = count > 0 && !world.items[0].isEmpty ? 8 : 0
            for edit in 0...edits {
                if edit > 0 {
                    let (item, other) = ((world.choice + 1) * edit * 7 % count, edit * 5 % count)
                    let change = Change.resize(section: 0, item: item, to: ItemValue(world.items[other]))
                    try oracle.apply(change)
                    for index in caches.indices { try caches[index].apply(change) }
                }
                let some = [0, count / 2, count - 1].compactMap { item in
                    oracle.frame(of: ElementID(section: 0, item: item))
                }
                let rects = boundaryRects(of: some, limit: edit == edits ? 10 : 1) + [everything]
                for cache in caches {
                    if let difference = expectEquivalent(cache, oracle, rects) {
                        throw CheckFailure("\(type(of: cache)), \(edit) edits: \(difference)")
                    }
                }
            }
        }
    }
}
