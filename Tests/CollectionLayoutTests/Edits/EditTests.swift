import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Random programs of edits: after every step all strategies say what the oracle says, and the oracle what a plain model
/// says.
@Suite struct EditTests {
    @Test(arguments: LayoutVariants.all.indices)
    func allStrategiesAgree(_ index: Int) throws {
        let all = LayoutVariants.all
        try forAll(count: LayoutVariants.programCount("EDIT_PROGRAMS", or: 10_000)) { random in
            EditProgram([all[index], all[random.index(below: all.count)]], &random)
        } shrinks: {
            $0.shrinks
        } check: {
            try Self.run($0)
        }
    }

    /// Sections of several blocks, buckets and nodes.
    @Test(arguments: LayoutVariants.all.indices)
    func longSections(_ index: Int) throws {
        try forAll(count: 3) { random in
            EditProgram([LayoutVariants.all[index]], &random, steps: 4, edits: 4, items: 150)
        } shrinks: {
            $0.shrinks
        } check: {
            try Self.run($0)
        }
    }

    /// Runs a program on some strategies and compares them with the oracle after each transaction.
    static func run(_ program: EditProgram, _ strategies: [CacheStrategy] = CacheStrategy.all) throws {
        var model = program.model
        let content = try model.content(program.axis)
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        var caches = try strategies.filter { $0.id != CacheStrategy.oracle.id }.map { try $0.prepared(content) }
        let screens = caches.map { _ in Screen() }
        let keepsLanes = program.layouts.contains { $0.waterfallKeepingLanes != nil }
        var edited = content
        var undos: [Change] = []
        for edits in program.transactions {
            let former = (model: model, oracle: oracle)
            model.place()
            var changes: [Change] = []
            for edit in edits {
                guard let change = EditProgram.change(edit, in: model) else { continue }
                changes.append(change)
                model.apply(change)
                undos.append(try edited.apply(change))
            }
            try oracle.apply(changes)
            try model.check(oracle.content)
            try model.check(edited)
            let map = ElementMap(changes)
            try model.check(map, since: former.model)
            var fresh = FullArrayCache()
            try fresh.prepare(try model.content(program.axis))
            if keepsLanes {
                try checkSections(oracle, fresh, former.oracle, model, map)
            } else if let difference = expectEquivalent(oracle, fresh, [everything]) {
                throw CheckFailure("oracle: \(difference)")
            }
            let rects = Self.rects(oracle, model)
            for index in caches.indices {
                try caches[index].apply(changes)
                caches[index].checkInvariants()
                try screens[index].check(caches[index], oracle)
                if let difference = expectEquivalent(caches[index], oracle, rects) {
                    throw CheckFailure("\(strategies.map(\.id)), \(type(of: caches[index])): \(difference)")
                }
            }
        }
        for undo in undos.reversed() { try edited.apply(undo) }
        try program.model.check(edited)
    }

    /// Shows the beginning of a cache from edit to edit, in a buffer that keeps what it was given last.
    private final class Screen {
        private var hits = HitBuffer()

        func check(_ cache: some AttributeCache, _ oracle: some AttributeCache) throws {
            for y in [0, 0.25, 0.25, 0] {
                let viewport = Rect(x: 0, y: y, width: 100, height: 80)
                hits.removeAll()
                cache.query(viewport, into: &hits)
                var expected = HitBuffer()
                oracle.query(viewport, into: &expected)
                guard hits.count != expected.count || hits.checksum != expected.checksum else { continue }
                throw CheckFailure("\(type(of: cache)), \(viewport): \(hits.ids), expected \(expected.ids)")
            }
        }
    }

    /// Everything, and rects that touch a frame.
    private static func rects(_ oracle: FullArrayCache, _ model: ContentModel) -> [Rect] {
        guard let section = model.sections.firstIndex(where: { $0.items.count > 0 }) else { return [everything] }
        let item = model.sections[section].items.count / 2
        let frames = oracle.frame(of: ElementID(section: section, item: item)).map { [$0] } ?? []
        return [everything] + boundaryRects(of: frames, limit: 2, seed: UInt64(model.sections.count))
    }

    /// Sections are as in a new layout, but that what stayed in a waterfall stays in its lane; and they follow one another.
    private static func checkSections(
        _ cache: FullArrayCache, _ fresh: FullArrayCache, _ former: FullArrayCache, _ model: ContentModel,
        _ map: ElementMap
    ) throws {
        var offset = 0.0
        for (index, section) in model.sections.enumerated() {
            let (now, new) = (cache.geometry(ofSection: index), fresh.geometry(ofSection: index))
            try check(now.offset == offset, "section \(index) begins at \(now.offset), not \(offset)")
            offset += now.extent
            let ids = section.items.indices.map { ElementID(section: index, item: $0) }
            var expected = try ids.map { try #require(fresh.frame(of: $0)).offset(x: 0, y: -new.offset) }
            var extent = new.extent
            if let waterfall = model.layouts[section.layout].waterfallKeepingLanes, let first = expected.first {
                var lanes = LaneModel(waterfall, first)
                let end = expected.reduce(0) { max($0, $1.maxY) }
                for (item, id) in ids.enumerated() {
                    let old = section.items[item].isUnplaced ? nil : map.old(of: id).flatMap(former.frame)
                    expected[item] = lanes.put(expected[item].height, old?.x)
                }
                extent += expected.reduce(0) { max($0, $1.maxY) } - end
            }
            try check(now.extent == extent, "section \(index) is \(now.extent) long, not \(extent)")
            for (id, frame) in zip(ids, expected) {
                let got = cache.frame(of: id)
                try check(got == frame.offset(x: 0, y: now.offset), "\(id): \(String(describing: got)), not \(frame)")
            }
        }
    }

    /// Lanes whose items stay in them.
    private struct LaneModel {
        let breadth: Double
        let x: [Double]
        let spacing: Double
        private var next: [Double]

        /// - Parameter first: The frame of the section's first item in a new layout: that is where the first lane begins.
        init(_ layout: WaterfallLayout, _ first: Rect) {
            breadth = first.width
            spacing = layout.lineSpacing
            x = (0..<layout.laneCount).map { first.x + Double($0) * (first.width + layout.itemSpacing) }
            next = x.map { _ in first.y }
        }

        /// Puts an item into its former lane; one that has none into the shortest, the first one on ties.
        mutating func put(_ length: Double, _ former: Double?) -> Rect {
            // Lanes that coincide cannot be told from each other.
            let known = x.count > 1 && x[0] < x[1] ? former.flatMap(x.firstIndex) : nil
            let lane = known ?? x.indices.min { next[$0] < next[$1] }!
            defer { next[lane] += length + spacing }
            return Rect(x: x[lane], y: next[lane], width: breadth, height: length)
        }
    }
}

extension NamedLayout {
    /// The layout, if it is one whose items keep lanes that a new layout would not give them.
    var waterfallKeepingLanes: WaterfallLayout? {
        guard let waterfall = make() as? WaterfallLayout else { return nil }
        return waterfall.direction == .shortestFirst && !waterfall.rebalances ? waterfall : nil
    }
}
