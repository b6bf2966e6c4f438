import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What holds whatever the parameters; a violation is reported with the simplest parameters that show it.
@Suite struct PropertyTests {
    /// A section with random parameters.
    struct World: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable { case flow, grid, waterfall, list }

        var kind: Kind
        var width: Double
        var insets: EdgeInsets
        var lineSpacing: Double
        var itemSpacing: Double
        var alignment: FlowLayout.Alignment
        var uniformLastRow: Bool
        var lanes: Int
        /// In layout space; what they mean depends on the kind.
        var items: [[Double]]

        var description: String {
            "\(kind) in \(width) pt, insets \(insets), spacing \(lineSpacing) and \(itemSpacing), \(alignment), "
                + "\(uniformLastRow ? "uniform last row, " : "")\(lanes) lanes, items \(items)"
        }

        var room: Double { width - insets.left - insets.right }

        init(_ kind: Kind, _ random: inout SplitMix64) {
            func length(_ most: Double) -> Double { random.index(below: 3) == 0 ? 0 : random.uniform(0, most) }
            self.kind = kind
            width = random.uniform(100, 500)
            insets = EdgeInsets(top: length(20), left: length(20), bottom: length(20), right: length(20))
            lineSpacing = length(15)
            itemSpacing = length(15)
            alignment = FlowLayout.Alignment.allCases[random.index(below: 4)]
            uniformLastRow = random.index(below: 2) == 0
            lanes = 1 + random.index(below: 5)
            items = []
            for _ in 0..<random.index(below: 40) {
                switch kind {
                case .flow:
                    let breadth = random.index(below: 9) == 0 ? 0.9 * room : random.uniform(0, 0.5 * room)
                    items.append([breadth, random.uniform(0, 80)])
                case .grid: items.append([Double(1 + random.index(below: 6)), random.uniform(0.3, 3)])
                case .waterfall, .list: items.append([random.uniform(0, 80)])
                }
            }
        }

        var shrinks: [World] {
            var variants = shorter(items).map { items in with { $0.items = items } }
            if lanes > 1 { variants.append(with { $0.lanes -= 1 }) }
            let keys: [WritableKeyPath<World, Double>] = [
                \.width, \.insets.top, \.insets.left, \.insets.bottom, \.insets.right, \.lineSpacing, \.itemSpacing,
            ]
            for key in keys {
                for number in simpler(self[keyPath: key]) where key != \.width || number >= 100 {
                    variants.append(with { $0[keyPath: key] = number })
                }
            }
            if uniformLastRow { variants.append(with { $0.uniformLastRow = false }) }
            for (item, values) in items.enumerated() where kind != .grid {
                for (index, value) in values.enumerated() {
                    variants += simpler(value).map { number in with { $0.items[item][index] = number } }
                }
            }
            return variants
        }

        private func with(_ change: (inout World) -> Void) -> World {
            var variant = self
            change(&variant)
            return variant
        }

        /// The content, with all that depends on the axis transposed.
        func content(_ axis: Axis = .vertical, _ snapping: Snapping = .grain) throws -> Content {
            var content = try Content(
                axis: axis, bounds: axis.transpose(Size(width: width, height: 300)), snapping: snapping)
            let insets = axis.transpose(insets)
            let layout: Int
            switch kind {
            case .flow:
                layout = try content.addLayout(
                    FlowLayout(
                        insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: alignment,
                        uniformLastRow: uniformLastRow))
            case .grid:
                layout = try content.addLayout(
                    GridLayout(
                        insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: alignment))
            case .waterfall:
                layout = try content.addLayout(
                    WaterfallLayout(
                        laneCount: lanes, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing))
            case .list:
                layout = try content.addLayout(ListLayout(insets: insets, lineSpacing: lineSpacing))
            }
            let values = items.map { item in
                guard axis == .horizontal else { return item }
                return kind == .flow ? [item[1], item[0]] : kind == .grid ? [item[0], 1 / item[1]] : item
            }
            try content.appendSection(
                layout: layout, values: values.flatMap { $0 }, header: axis.transpose(Size(width: 1, height: 7)),
                footer: axis.transpose(Size(width: 1, height: 9)))
            return content
        }

        func frames(_ axis: Axis = .vertical, _ snapping: Snapping = .grain) throws -> [Rect] {
            let cache = try CacheStrategy.oracle.prepared(content(axis, snapping))
            return try items.indices.map { item in
                try #require(cache.frame(of: ElementID(section: 0, item: item)))
            }
        }
    }

    private func forAllWorlds(
        _ kind: World.Kind, count: Int = 150, _ body: (World) throws -> Void
    ) throws {
        try forAll(count: count, { World(kind, &$0) }, shrinks: \.shrinks, check: body)
    }

    @Test(arguments: World.Kind.allCases)
    func noFrameLeavesItsSection(_ kind: World.Kind) throws {
        try forAllWorlds(kind) { world in
            let size = try CacheStrategy.oracle.prepared(world.content()).contentSize
            try check(size.width == Snapping.grain.snap(world.width), "the section is \(size.width) pt broad")
            let (left, right) = (Snapping.grain.snap(world.insets.left), Snapping.grain.snap(world.insets.right))
            let (top, bottom) = (Snapping.grain.snap(world.insets.top), Snapping.grain.snap(world.insets.bottom))
            for (item, frame) in try world.frames().enumerated() {
                try check(frame.width >= 0 && frame.height >= 0, "item \(item): \(frame)")
                try check(frame.minX >= left && frame.maxX <= size.width - right, "item \(item) across: \(frame)")
                try check(
                    frame.minY >= 7 + top && frame.maxY <= size.height - 9 - bottom, "item \(item) along: \(frame)")
            }
        }
    }

    @Test(arguments: World.Kind.allCases)
    func noTwoCellsOverlap(_ kind: World.Kind) throws {
        try forAllWorlds(kind, count: 80) { world in
            let frames = try world.frames()
            for (item, frame) in frames.enumerated() {
                for other in 0..<item where frame.intersects(frames[other]) {
                    throw CheckFailure("items \(other) and \(item): \(frames[other]), \(frame)")
                }
            }
        }
    }

    /// Sizes and insets transposed, ratios reciprocal; without snapping of lengths that a ratio gives, to an ulp.
    @Test(arguments: World.Kind.allCases)
    func horizontalIsTransposedVertical(_ kind: World.Kind) throws {
        try forAllWorlds(kind) { world in
            for snapping in Snapping.allCases where kind != .grid || snapping == .none {
                let vertical = try world.frames(.vertical, snapping)
                let horizontal = try world.frames(.horizontal, snapping)
                for (item, (a, b)) in zip(vertical, horizontal).enumerated() {
                    let isSame = kind == .grid ? zip(a.numbers, b.numbers).allSatisfy { near($0, $1) } : a == b
                    try check(isSame, "item \(item): \(a) vertical, \(b) horizontal")
                }
            }
        }
    }

    /// The shortest lane is never passed by more than an item.
    @Test func waterfallBottomsStayTogether() throws {
        try forAllWorlds(.waterfall, count: 300) { world in
            let frames = try world.frames()
            guard frames.count >= world.lanes else { return }
            for end in world.lanes...frames.count {
                let lanes = Dictionary(grouping: frames[..<end], by: \.x).values
                let bottoms = lanes.map { lane in lane.map(\.maxY).max() ?? 0 }
                let tallest = frames[..<end].map(\.height).max() ?? 0
                let difference = (bottoms.max() ?? 0) - (bottoms.min() ?? 0)
                let most = tallest + Snapping.grain.snap(world.lineSpacing)
                try check(difference <= most, "after \(end) items bottoms differ by \(difference), not \(most)")
            }
        }
    }

    /// Each item of a waterfall stands where the lanes' ends are lowest.
    @Test func waterfallTakesTheShortestLane() throws {
        try forAllWorlds(.waterfall) { world in
            let top = 7 + Snapping.grain.snap(world.insets.top)
            var ends: [Double: Double] = [:]
            for (item, frame) in try world.frames().enumerated() {
                let lowest = ends.count < world.lanes ? top : ends.values.min() ?? top
                try check(frame.y == min(lowest, ends[frame.x] ?? top), "item \(item) at \(frame.y), not \(lowest)")
                ends[frame.x] = frame.maxY + Snapping.grain.snap(world.lineSpacing)
            }
        }
    }

    /// Rows are full: the first item of a row would not have fitted into the one before.
    @Test func flowWrapsOnlyWhatDoesNotFit() throws {
        try forAllWorlds(.flow) { drawn in
            var world = drawn
            world.alignment = .start
            let container = try world.content().container
            let right = Snapping.grain.snap(world.insets.right)
            let spacing = Snapping.grain.snap(world.itemSpacing)
            let left = Snapping.grain.snap(world.insets.left)
            let frames = try world.frames()
            for (item, (former, frame)) in zip(frames, frames.dropFirst()).enumerated() {
                let fits = former.maxX + spacing + frame.width + right <= container.breadth
                let next = fits ? former.maxX + spacing : left
                try check(frame.x == next, "item \(item + 1) at \(frame.x), expected \(next)")
            }
        }
    }

    /// n equal columns are n columns, whatever the lengths: as a grid's fractions and as a flow of lanes' breadths.
    @Test(arguments: Axis.allCases)
    func snappingNeverWrapsARowThatFits(_ axis: Axis) throws {
        struct Columns: Sendable {
            var count: Int
            var width: Double
            var spacing: Double
            var insets: EdgeInsets
        }
        try forAll(count: 1500) { random in
            // Lengths of all sorts: on the grain, decimal and arbitrary.
            let scale = [1.0, 10, 1024, 3, 1e9][random.index(below: 5)]
            func length(_ most: Double) -> Double { (random.uniform(0, most) * scale).rounded() / scale }
            return Columns(
                count: 1 + random.index(below: 16), width: 300 + length(1000), spacing: length(8),
                insets: EdgeInsets(top: 0, left: length(30), bottom: 0, right: length(30)))
        } shrinks: { columns in
            var variants: [Columns] = []
            if columns.count > 1 {
                variants.append(columns)
                variants[0].count -= 1
            }
            let keys: [WritableKeyPath<Columns, Double>] = [\.width, \.spacing, \.insets.left, \.insets.right]
            for key in keys {
                for number in simpler(columns[keyPath: key]) {
                    variants.append(columns)
                    variants[variants.count - 1][keyPath: key] = number
                }
            }
            return variants
        } check: { columns in
            var content = try Content(
                axis: axis, bounds: axis.transpose(Size(width: columns.width, height: 300)))
            let insets = axis.transpose(columns.insets)
            let grid = try content.addLayout(GridLayout(insets: insets, itemSpacing: columns.spacing))
            let flow = try content.addLayout(FlowLayout(insets: insets, itemSpacing: columns.spacing))
            try content.appendUniformSection(
                layout: grid, count: 2 * columns.count, value: [Double(columns.count), 1])
            let breadth = content.container.laneBreadth(
                count: columns.count, spacing: Snapping.grain.snap(columns.spacing),
                insets: content.fold(ofSection: 0).insets)
            try content.appendUniformSection(layout: flow, count: 2 * columns.count, value: [breadth, breadth])
            let cache = try CacheStrategy.oracle.prepared(content)
            for section in 0..<2 {
                let first = try #require(cache.frame(of: ElementID(section: section, item: 0)))
                let frames = try (0..<2 * columns.count).map { item in
                    try #require(cache.frame(of: ElementID(section: section, item: item)))
                }
                let inFirstRow = frames.count { $0.y == first.y }
                try check(inFirstRow == columns.count, "section \(section): \(inFirstRow) of \(columns.count) in a row")
            }
        }
    }

    /// The search for a simplest counterexample finds it.
    @Test func failuresShrink() throws {
        let failure = #expect(throws: Counterexample<[Double]>.self) {
            try forAll(count: 50) { random in
                (0..<random.index(below: 30)).map { _ in random.uniform(0, 100) }
            } shrinks: { array in
                shorter(array)
                    + array.indices.flatMap { index in
                        simpler(array[index]).map { number in
                            var variant = array
                            variant[index] = number
                            return variant
                        }
                    }
            } check: { array in
                try check(array.count { $0 >= 50 } < 2, "two large numbers")
            }
        }
        #expect(failure?.value.count == 2)
        #expect(failure?.value.allSatisfy { $0 == $0.rounded() && $0 >= 50 } == true)
        #expect(failure?.description.contains("two large numbers") == true)
        try forAll(count: 20, { $0.unit() }, shrinks: { _ in [] }, check: { try check($0 < 1, "not below 1") })
    }
}
