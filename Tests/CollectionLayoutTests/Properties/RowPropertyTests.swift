import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What holds for rows that wrap, whatever the parameters.
@Suite struct RowPropertyTests {
    /// Rows are full: the first item of a row would not have fitted into the one before.
    @Test func flowWrapsOnlyWhatDoesNotFit() throws {
        try forAllWorlds(try #require(NamedLayout.named(FlowLayout.id)), count: 600) { world in
            guard (world.layout() as? FlowLayout)?.alignment == .start else { return }
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
}
