import CollectionLayout
import LayoutTestSupport
import Workloads

/// A program as the oracle's engine runs it, each step of which is held against a model of the content and what is promised of
/// anchors and updates.
struct EngineRun {
    private typealias OracleEngine = CollectionLayoutEngine<FullArrayCache>

    private(set) var steps: [EngineStep] = []
    private(set) var answers: [EngineAnswer] = []
    let content: Content
    let bounds: Rect

    private var engine: OracleEngine
    /// What is laid out.
    private var laid: ContentModel
    /// What the next layout lays out: another content, and edits.
    private var coming: ContentModel
    private var edits: [Change] = []
    private var isAnother = false
    /// Whether it is going to be refused.
    private var isRefused = false
    /// How far what awaits its layout has moved the content offset.
    private var moved = Point.zero
    /// The size of the view as laid out.
    private var laidSize: Size

    private let isChecked: Bool

    /// Runs a program.
    ///
    /// - Throws: What ``check(_:_:)`` throws where a promise is broken, unless that is not asked for.
    init(_ program: EngineProgram, isChecked: Bool = true) throws {
        self.isChecked = isChecked
        laid = program.start.model
        coming = laid
        content = try laid.content(program.start.axis)
        bounds = Rect(origin: .zero, size: Size(width: 300, height: 200))
        laidSize = bounds.size
        engine = try CollectionLayoutEngine(content, bounds: bounds)
        for action in program.actions {
            var random = SplitMix64(seed: action.seed)
            guard let step = try step(action.kind, &random) else { continue }
            steps.append(step)
            try take(step)
        }
    }

    // MARK: Steps

    private mutating func step(_ kind: EngineProgram.Kind, _ random: inout SplitMix64) throws -> EngineStep? {
        let axis = engine.scrollAxis
        switch kind {
        case .scroll: return .show(Rect(origin: offset(&random), size: engine.bounds.size))
        case .resizeView:
            let size = Size(
                width: Double(160 + random.index(below: 300)), height: Double(90 + random.index(below: 300)))
            // Often as broad as before: then frames stay.
            let breadth = axis.transpose(random.index(below: 2) == 0 ? size : engine.bounds.size).width
            let extent = Size(width: breadth, height: axis.transpose(size).height)
            return .show(Rect(origin: engine.bounds.origin, size: axis.transpose(extent)))
        case .changeInset:
            func edge() -> Double { Double(random.index(below: 4) * 10) }
            let inset = EdgeInsets(top: edge(), left: edge(), bottom: edge(), right: edge())
            guard random.index(below: 2) == 0 else { return .setInset(inset) }
            var former = axis.transpose(engine.contentInset)
            former.bottom = axis.transpose(inset).bottom
            return .setInset(axis.transpose(former))
        case .turn: return .setMirrored(random.index(below: 2) == 0)
        case .pin: return .setPinned(random.index(below: 2) == 0)
        case .chooseAnchor: return .setAnchor(anchor(&random))
        case .invalidate, .invalidateBadly:
            var context = InvalidationContext()
            context.changes = changes(1 + random.index(below: 3), &random)
            if kind == .invalidateBadly { context.changes.append(Self.badChange) }
            if random.index(below: 3) == 0 {
                context.contentOffsetAdjustment = axis.transpose(Point(x: 0, y: Double(random.index(below: 90))))
            }
            return .invalidate(context, nil)
        case .invalidateItems:
            // Another content that differs in some items, of which the context names all.
            var (model, paths) = (coming, [LayoutIndexPath]())
            for change in changes(1 + random.index(below: 2), &random, kind: "resize") {
                guard case .resize(let section, let item, _) = change else { continue }
                model.apply(change)
                paths.append(LayoutIndexPath(section, item))
            }
            var context = InvalidationContext()
            context.invalidateItems(at: paths)
            return .invalidate(context, try model.content(axis))
        case .invalidateAll: return .invalidateAll
        case .measure:
            let shown = engine.shown
            guard !shown.isEmpty else { return nil }
            let element = shown[random.index(below: shown.count)]
            let length = Double(5 + random.index(below: 300)) / 2
            var size = axis.transpose(element.frame.size)
            size.height = length
            return .measure(element.id, axis.transpose(size))
        case .prepare: return .prepare
        case .update: return .update(changes(1 + random.index(below: 4), &random))
        case .refusedUpdate: return .update(changes(2, &random) + [Self.badChange])
        case .finish: return .finish
        case .animateBounds:
            let size = random.index(below: 2) == 0 ? engine.bounds.size : Size(width: 280, height: 240)
            return .animateBounds(Rect(origin: offset(&random), size: size))
        case .reload:
            let model = EditProgram(coming.layouts, &random, items: 25).model
            return .reload(try model.content(axis), model)
        }
    }

    /// An edit that no content here takes.
    private static let badChange = Change.deleteItems(section: 0, 0..<10_000)

    /// A place to scroll to, in the content or a little beyond its ends.
    private func offset(_ random: inout SplitMix64) -> Point {
        let axis = engine.scrollAxis
        let room = axis.transpose(engine.collectionViewContentSize).height + 100
        let place = (random.uniform(-50, max(room, 1)) * 4).rounded() / 4
        return axis.transpose(Point(x: 0, y: place))
    }

    private func anchor(_ random: inout SplitMix64) -> ScrollAnchor {
        switch random.index(below: 5) {
        case 0: return .none
        case 1: return .end
        case 2, 3:
            let cells = engine.shown.filter { $0.id.kind == .cell }
            return cells.isEmpty ? .firstVisible : .element(cells[random.index(below: cells.count)].id)
        default: return .firstVisible
        }
    }

    /// Edits one after the other, of what the next layout lays out.
    ///
    /// - Parameter kind: What all of them do; nil for anything.
    private func changes(_ count: Int, _ random: inout SplitMix64, kind: String? = nil) -> [Change] {
        let kind = kind.map { EditProgram.kinds.firstIndex(of: $0)! }
        var model = coming
        var changes: [Change] = []
        for _ in 0..<count {
            let edit = kind.map { EditProgram.Edit(kind: $0, &random) } ?? EditProgram.Edit(&random)
            guard let change = EditProgram.change(edit, in: model) else { continue }
            model.apply(change)
            changes.append(change)
        }
        return changes
    }

    // MARK: Promises

    private mutating func take(_ step: EngineStep) throws {
        let before = engine
        let answer = engine.answer(to: step)
        let isRefusal = answer.error != nil
        answers.append(answer)
        switch step {
        case .invalidate(let context, let other):
            if other != nil, isRefused {
                // What awaits its layout cannot be compared with it.
                try replace(before)
            } else {
                moveAlong(before)
            }
            if context.changes.last == Self.badChange {
                isRefused = true
            } else {
                note(context.changes)
            }
            if let other {
                note(
                    context.invalidatedItemIndexPaths.map {
                        .resize(
                            section: $0.section, item: $0.item, to: other.value(section: $0.section, item: $0.item))
                    })
            }
        case .measure:
            moveAlong(before)
            note(answer.context?.changes ?? [])
        case .reload(_, let model):
            try replace(before)
            coming = model
        case .prepare, .animateBounds: try settle(step, before, isRefusal, [])
        case .update(let changes):
            var prepared = before
            if before.needsPrepare {
                // Laid out before, and no part of the update.
                let isRefused = prepared.answer(to: .prepare).error != nil
                let final = engine
                engine = prepared
                try settle(.prepare, before, isRefused, [])
                engine = final
                // The edits were made for what was to come, which has been refused.
                if isRefused { return }
            }
            moved = .zero
            try settle(step, prepared, isRefusal, changes)
        default: break
        }
    }

    private mutating func moveAlong(_ before: OracleEngine) {
        moved.x += engine.bounds.x - before.bounds.x
        moved.y += engine.bounds.y - before.bounds.y
    }

    /// Another content is to be laid out: what awaited its layout is dropped.
    private mutating func replace(_ before: OracleEngine) throws {
        try checkMovedBack(before)
        (edits, isAnother, isRefused, moved) = ([], true, false, .zero)
    }

    /// What is dropped moves the offset no more.
    private func checkMovedBack(_ before: OracleEngine) throws {
        guard isChecked else { return }
        let expected = Point(x: before.bounds.x - moved.x, y: before.bounds.y - moved.y)
        try check(engine.contentOffset == expected, "moved back to \(engine.contentOffset), not to \(expected)")
    }

    private mutating func note(_ changes: [Change]) {
        guard !isRefused else { return }
        for change in changes { coming.apply(change) }
        edits += changes
    }

    /// Holds a layout against what it promises.
    ///
    /// - Parameters:
    ///   - isRefusal: Whether the step has been refused.
    ///   - changes: Those that the step applies on top of what awaited it.
    private mutating func settle(
        _ step: EngineStep, _ before: OracleEngine, _ isRefusal: Bool, _ changes: [Change]
    ) throws {
        let (all, isAnother, formerSize) = (edits + changes, isAnother, laidSize)
        let wasRefused = isRefused
        defer { moved = .zero }
        (edits, self.isAnother, isRefused) = ([], false, false)
        guard !isRefusal else {
            coming = laid
            try laid.check(engine.content)
            return try checkMovedBack(before)
        }
        if isChecked { try check(!wasRefused, "bad edits were taken") }
        for change in changes { coming.apply(change) }
        laid = coming
        laidSize = engine.bounds.size
        guard isChecked else { return }
        try laid.check(engine.content)
        // Nothing of another content is known again.
        if isAnother { return }
        if case .prepare = step {} else { try checkUpdates(before, all) }
        // What has been animated elsewhere is not where it was.
        if case .animateBounds = step { return }
        try checkAnchor(before, formerSize, all)
    }

    /// Every element that is or was visible is one thing: it has come, gone or stayed.
    private func checkUpdates(_ before: OracleEngine, _ changes: [Change]) throws {
        let map = ElementMap(changes)
        let was = Set(before.shown.map(\.id))
        let rest = Rect(origin: engine.clamped(engine.contentOffset), size: engine.bounds.size)
        let now = Set((engine.shown + engine.layoutAttributesForElements(in: rest)).map(\.id))
        var expected: [ElementUpdate] = was.map { old in
            map.new(of: old).map { .persisting(old: old, new: $0) } ?? .deleted(old)
        }
        for new in now {
            guard let old = map.old(of: new) else {
                expected.append(.inserted(new))
                continue
            }
            if !was.contains(old) { expected.append(.persisting(old: old, new: new)) }
        }
        let updates = engine.visibleElementUpdates
        try check(
            updates.count == expected.count && Set(updates) == Set(expected), "\(updates), expected \(expected)")
    }

    /// The distance of an element from the near edge of the view along the axis.
    private static func place(_ id: ElementID, in engine: OracleEngine) -> Double? {
        guard let frame = engine.layoutAttributes(for: id)?.frame else { return nil }
        if engine.scrollAxis == .vertical { return frame.minY - engine.bounds.minY }
        return engine.layoutDirection == .rightToLeft
            ? engine.bounds.maxX - frame.maxX : frame.minX - engine.bounds.minX
    }

    /// The anchor is where it was on the screen, to the last bit.
    private func checkAnchor(_ before: OracleEngine, _ formerSize: Size, _ changes: [Change]) throws {
        let map = ElementMap(changes)
        let isReversed = engine.scrollAxis == .horizontal && engine.layoutDirection == .rightToLeft
        // The view's edge from which mirrored content is counted moves with its size.
        if isReversed && formerSize != engine.bounds.size { return }
        func gap(_ engine: OracleEngine, _ size: Size) -> Double {
            let end = engine.cache.contentSize.height
            if isReversed { return engine.bounds.minX }
            return end - engine.scrollAxis.transpose(engine.bounds).y - engine.scrollAxis.transpose(size).height
        }
        switch before.anchor {
        case .none: break
        case .end:
            let (former, now) = (gap(before, formerSize), gap(engine, engine.bounds.size))
            try check(former == now, "the end was \(former) from the view's, and is \(now)")
        case .element(let id):
            guard let new = map.new(of: id), let former = Self.place(id, in: before) else { return }
            try check(engine.anchor == .element(new), "\(id) became \(new), and the anchor \(engine.anchor)")
            let now = Self.place(new, in: engine)
            try check(now == former, "\(new) went from \(former) to \(now as Any)")
        case .firstVisible:
            let moves = changes.contains {
                switch $0 {
                case .moveItem, .moveSection: true
                default: false
                }
            }
            guard !moves else { return }
            let view = Rect(origin: before.bounds.origin, size: formerSize)
            let staying = before.layoutAttributesForElements(in: view).map(\.id)
                .filter { $0.kind == .cell && map.new(of: $0) != nil }
                .map { (id: $0, place: Self.place($0, in: before)!) }
            guard let first = staying.min(by: { ($0.place, $0.id) < ($1.place, $1.id) }) else { return }
            let now = Self.place(map.new(of: first.id)!, in: engine)
            try check(now == first.place, "\(first.id) went from \(first.place) to \(now as Any)")
        }
    }
}
