import CollectionLayout
import LayoutTestSupport
import Workloads

/// What a view and an app do to an engine, as random numbers, which become steps that suit whatever they meet: every part of a
/// program is a program.
struct EngineProgram: Sendable, CustomStringConvertible {
    struct Action: Sendable {
        var kind: Kind
        var seed: UInt64
    }

    enum Kind: CaseIterable {
        case scroll, resizeView, changeInset, turn, pin, chooseAnchor
        case invalidate, invalidateBadly, invalidateItems, invalidateAll, measure
        case prepare, update, refusedUpdate, finish, animateBounds, reload
    }

    /// The content at first.
    var start: EditProgram
    var actions: [Action]

    init(_ layouts: [NamedLayout], _ random: inout SplitMix64, actions count: Int) {
        start = EditProgram(layouts, &random, items: 25)
        start.transactions = []
        // Scrolling, edits and layouts are most of what happens.
        let often: [Kind] = [
            .scroll, .scroll, .chooseAnchor, .update, .update, .invalidate, .measure, .prepare, .prepare,
        ]
        let kinds = Kind.allCases + often
        actions = (0..<count).map { _ in Action(kind: kinds[random.index(below: kinds.count)], seed: random.next()) }
    }

    /// Simpler programs.
    var shrinks: [EngineProgram] {
        shorter(actions).map { EngineProgram(start: start, actions: $0) }
            + start.shrinks.map { EngineProgram(start: $0, actions: actions) }
    }

    private init(start: EditProgram, actions: [Action]) {
        (self.start, self.actions) = (start, actions)
    }

    var description: String {
        let run = try? EngineRun(self, isChecked: false)
        return "\(start)\n" + (run?.steps.map { "  \($0)" }.joined(separator: "\n") ?? "\(actions)")
    }
}

/// A step of a program: the same for the engines of all strategies.
enum EngineStep: CustomStringConvertible {
    case show(Rect), setInset(EdgeInsets), setMirrored(Bool), setPinned(Bool), setAnchor(ScrollAnchor)
    case invalidate(InvalidationContext, Content?)
    case invalidateAll
    case measure(ElementID, Size)
    case prepare
    case update([Change])
    case finish
    case animateBounds(Rect)
    case reload(Content, ContentModel)

    var description: String {
        switch self {
        case .show(let bounds): "show \(bounds)"
        case .setInset(let inset): "inset \(inset)"
        case .setMirrored(let isMirrored): "mirrored \(isMirrored)"
        case .setPinned(let isPinned): "pinned \(isPinned)"
        case .setAnchor(let anchor): "anchor \(anchor)"
        case .invalidate(let context, let content):
            "invalidate \(context.changes), \(context.invalidatedItemIndexPaths) of \(content.map { "\($0.itemCount) items" } ?? "these")"
        case .invalidateAll: "invalidate all"
        case .measure(let id, let size): "measure \(id): \(size)"
        case .prepare: "prepare"
        case .update(let changes): "update \(changes)"
        case .finish: "finish"
        case .animateBounds(let bounds): "animate to \(bounds)"
        case .reload(let content, _): "reload \(content.sections.map(\.count))"
        }
    }
}

/// What an engine says after a step.
struct EngineAnswer: Equatable {
    /// What it has refused the step with.
    var error: String?
    /// What a cell that has measured itself invalidates.
    var context: InvalidationContext?
    var bounds: Rect
    var anchor: ScrollAnchor
    var needsPrepare: Bool
    var contentSize: Size
    var greatestOffset: Point
    var counts: [Int32]
    var visible: [LayoutAttributes]
    var updates: Set<ElementUpdate>
    /// Where elements begin and end an animation.
    var animated: [LayoutAttributes?]
}

extension CollectionLayoutEngine {
    /// What is seen, in the order of names.
    var shown: [LayoutAttributes] { layoutAttributesForElements(in: bounds).sorted { $0.id < $1.id } }

    /// Does a step.
    ///
    /// - Returns: The context of a cell that has measured itself.
    private mutating func take(_ step: EngineStep) throws(LayoutError) -> InvalidationContext? {
        switch step {
        case .show(let bounds): self.bounds = bounds
        case .setInset(let inset): contentInset = inset
        case .setMirrored(let isMirrored):
            flipsHorizontallyInOppositeLayoutDirection = true
            layoutDirection = isMirrored ? .rightToLeft : .leftToRight
        case .setPinned(let isPinned): effects = EffectLayer(isPinned ? [StickyEffect(.start)] : [])
        case .setAnchor(let anchor): self.anchor = anchor
        case .invalidate(let context, let content): invalidateLayout(with: context, content: content)
        case .invalidateAll: invalidateLayout()
        case .measure(let id, let size):
            guard let original = layoutAttributes(for: id) else { return nil }
            return measure(original, size)
        case .prepare: try prepare()
        case .update(let changes): try prepareForCollectionViewUpdates(changes)
        case .finish: finalizeCollectionViewUpdates()
        case .animateBounds(let bounds): try prepareForAnimatedBoundsChange(to: bounds)
        case .reload(let content, _): reloadData(content)
        }
        return nil
    }

    /// What it says after a step that it does now.
    mutating func answer(to step: EngineStep) -> EngineAnswer {
        var (error, context): (LayoutError?, InvalidationContext?)
        do throws(LayoutError) { context = try take(step) } catch let thrown { error = thrown }
        let updates = visibleElementUpdates
        var animated: [LayoutAttributes?] = []
        for update in updates.sorted(by: { $0.key < $1.key }) {
            switch update {
            case .inserted(let id): animated.append(initialLayoutAttributesForAppearingElement(id))
            case .deleted(let id): animated.append(finalLayoutAttributesForDisappearingElement(id))
            case .persisting(let old, let new):
                animated.append(initialLayoutAttributesForAppearingElement(new))
                animated.append(finalLayoutAttributesForDisappearingElement(old))
            }
        }
        return EngineAnswer(
            error: error.map { "\($0)" }, context: context, bounds: bounds, anchor: anchor, needsPrepare: needsPrepare,
            contentSize: collectionViewContentSize, greatestOffset: contentOffsetRange.greatest,
            counts: content.sections.map(\.count), visible: shown, updates: Set(updates), animated: animated)
    }
}

extension ElementUpdate {
    /// In the order of which updates are compared.
    fileprivate var key: (kind: Int, id: ElementID) {
        switch self {
        case .persisting(_, let new): (0, new)
        case .inserted(let id): (1, id)
        case .deleted(let id): (2, id)
        }
    }
}
