/// The effects of each section, and queries that see elements where their effects put them.
///
/// The cache is asked for the rect, widened by how far effects carry elements along the axis; elements that stick within
/// their section are looked up in the sections that meet the rect. So a query costs O(log n + found + sections without
/// elements within the rect), whatever the number of all sections, and the cache stays as it is while the content scrolls.
public struct EffectLayer: Sendable {
    private let defaults: Plan
    private var plans: [Int: Plan]
    /// How far the effects of any section may carry elements.
    private let backward: Double
    private let forward: Double
    private let sticks: Bool
    /// Whether effects of any section carry elements along the axis.
    var carries: Bool { backward > 0 || forward > 0 }

    /// A layer of effects; none by default.
    ///
    /// - Parameters:
    ///   - defaultEffects: The effects of sections that have none of their own, in the order in which they are applied.
    ///   - sections: The effects of some sections, by index.
    public init(_ defaultEffects: [any Effect] = [], sections: [Int: [any Effect]] = [:]) {
        defaults = Plan(defaultEffects)
        plans = sections.mapValues(Plan.init)
        let all = [defaults] + plans.values
        isEmpty = all.allSatisfy(\.effects.isEmpty)
        backward = all.reduce(0) { max($0, $1.backward) }
        forward = all.reduce(0) { max($0, $1.forward) }
        sticks = all.contains { !$0.kinds.isEmpty }
    }

    /// Has the sections that have effects of their own keep them through edits, which have been applied in order. Those that
    /// are deleted take them along; one that is replaced leaves them to the other.
    ///
    /// - Complexity: O(edits · sections with effects of their own).
    mutating func follow(_ edits: [Change]) {
        guard !plans.isEmpty else { return }
        for edit in edits where edit.isOfSections {
            plans = Dictionary(
                uniqueKeysWithValues: plans.compactMap { section, plan in
                    // No section has an index beyond these, whatever edits do.
                    guard (0..<Content.largestCount).contains(section) else { return nil }
                    return edit.index(ofSection: section).map { ($0, plan) }
                })
        }
    }

    /// Whether no section has effects.
    public let isEmpty: Bool

    /// The effects of a section, in order.
    public func effects(ofSection section: Int) -> [any Effect] { plan(ofSection: section).effects }

    @inline(__always)
    private func plan(ofSection section: Int) -> Plan { plans.isEmpty ? defaults : plans[section] ?? defaults }

    /// The attributes of an element after its effects, or nil if there is no such element. O(log n).
    public func attributes(
        of id: ElementID, in cache: some AttributeCache, _ viewport: Viewport
    ) -> LayoutAttributes? {
        guard let frame = cache.frame(of: id) else { return nil }
        var attributes = LayoutAttributes(id: id, frame: frame)
        // To fetch the content takes longer than to find the element.
        if !id.kind.standsAtZero { attributes.zIndex = cache.content.zIndex(of: id) }
        let plan = plan(ofSection: Int(id.section))
        if !plan.effects.isEmpty {
            plan.apply(to: &attributes, in: SectionScene(Int(id.section), in: cache, cache.content), viewport)
        }
        return attributes
    }

    /// Appends the elements whose frames after their effects intersect a rect to the buffer, in no particular order.
    ///
    /// Allocates nothing if the buffer has room for the elements of the widened rect. In faithful mode elements that
    /// stick in sections without items are looked for in all sections: PluginLayout carries them to the beginning.
    ///
    /// - Complexity: O(log n + elements and sections in the widened rect).
    public func query(
        _ rect: Rect, in cache: some AttributeCache, _ viewport: Viewport, into buffer: inout AttributesBuffer
    ) {
        var none = NoCounts()
        query(rect, in: cache, viewport, &buffer, &none) { rect, buffer, _ in cache.query(rect, into: &buffer) }
    }

    /// The same as ``query(_:in:_:into:)``, and counts what it does.
    public func query(
        _ rect: Rect, in cache: some AttributeCache, _ viewport: Viewport, into buffer: inout AttributesBuffer,
        counting counts: inout QueryCounts
    ) {
        query(rect, in: cache, viewport, &buffer, &counts) { rect, buffer, counts in
            cache.query(rect, into: &buffer, counting: &counts)
        }
    }

    /// - Parameter search: What appends the elements as they stand: one of the methods of the cache that are compiled for
    ///   its type. A generic search would not be where the caller is not, which takes several times as long.
    private func query<Counter: QueryCounter>(
        _ rect: Rect, in cache: some AttributeCache, _ viewport: Viewport, _ buffer: inout AttributesBuffer,
        _ counter: inout Counter, search: (Rect, inout AttributesBuffer, inout Counter) -> Void
    ) {
        let first = buffer.count
        guard !isEmpty else {
            search(rect, &buffer, &counter)
            return Self.setDepths(ofAllFrom: first, in: cache, &buffer)
        }
        let content = cache.content
        guard carries || sticks else {
            search(rect, &buffer, &counter)
            apply(toAllFrom: first, rect, in: cache, content, viewport, &buffer)
            return
        }
        let widened = widened(rect)
        search(carries ? widened : rect, &buffer, &counter)
        apply(toAllFrom: first, rect, in: cache, content, viewport, &buffer)
        if sticks {
            appendSticking(
                from: widened.minY, to: widened.maxY, rect, in: cache, content, viewport, &buffer, &counter)
        }
    }

    /// Whether effects may carry elements from farther away than others.
    func reachesFarther(than other: EffectLayer) -> Bool {
        backward > other.backward || forward > other.forward
    }

    /// Where elements stand that effects may carry into a rect: one that was carried forward comes from before it. Sums may round
    /// to either side.
    func widened(_ rect: Rect) -> Rect {
        let near = rect.minY - forward - Self.slack(rect.minY)
        let far = rect.maxY + backward + Self.slack(rect.maxY)
        return Rect(x: rect.x, y: near, width: rect.width, height: far - near)
    }

    /// More than a sum of a few coordinates of this size can be rounded by.
    private static func slack(_ coordinate: Double) -> Double { Snapping.grainLength + abs(coordinate) * 0x1p-50 }

    /// Sets the depths of those elements that may have one.
    private static func setDepths(
        ofAllFrom first: Int, in cache: some AttributeCache, _ buffer: inout AttributesBuffer
    ) {
        var content: Content?
        for index in first..<buffer.count where !buffer.id(at: index).kind.standsAtZero {
            if content == nil { content = cache.content }
            buffer.update(index) { $0.zIndex = content!.zIndex(of: $0.id) }
        }
    }

    /// Applies effects to what a cache has found and keeps what meets the rect; what sticks is left to another search.
    private func apply(
        toAllFrom first: Int, _ rect: Rect, in cache: some AttributeCache, _ content: Content, _ viewport: Viewport,
        _ buffer: inout AttributesBuffer
    ) {
        var kept = first
        var next = first
        while next < buffer.count {
            let section = Int(buffer.id(at: next).section)
            let plan = plan(ofSection: section)
            var end = next + 1
            while end < buffer.count, Int(buffer.id(at: end).section) == section { end += 1 }
            let scene = plan.effects.isEmpty ? nil : SectionScene(section, in: cache, content)
            for index in next..<end {
                let isKept = buffer.update(index) { attributes in
                    let id = attributes.id
                    if id.kind != .cell {
                        if plan.sticks(id) { return false }
                        attributes.zIndex = content.zIndex(of: id)
                    }
                    if let scene { plan.apply(to: &attributes, in: scene, viewport) }
                    // Without effects too: the search was wider than the rect for the sake of other sections.
                    return attributes.frame.intersects(rect)
                }
                guard isKept else { continue }
                if kept < index { buffer[kept] = buffer[index] }
                kept += 1
            }
            next = end
        }
        buffer.removeLast(buffer.count - kept)
    }

    /// Looks at what may stick in the sections between two coordinates, and in the last one, which may have no limit.
    private func appendSticking(
        from near: Double, to far: Double, _ rect: Rect, in cache: some AttributeCache, _ content: Content,
        _ viewport: Viewport, _ buffer: inout AttributesBuffer, _ counter: inout some QueryCounter
    ) {
        let count = content.sections.count
        let first = (0..<count).partition {
            counter.visit(nodes: 1)
            let geometry = cache.geometry(ofSection: $0)
            return geometry.offset + geometry.extent <= near
        }
        var end = first
        while end < count {
            counter.visit(nodes: 1)
            let scene = SectionScene(end, in: cache, content)
            guard scene.geometry.offset < far else { break }
            appendSticking(of: scene, rect, in: cache, content, viewport, &buffer, &counter)
            end += 1
        }
        if count > 0, !(first..<end).contains(count - 1) {
            appendSticking(
                of: SectionScene(count - 1, in: cache, content), rect, in: cache, content, viewport, &buffer, &counter)
        }
        guard content.container.fidelity == .faithful else { return }
        for section in 0..<max(count - 1, 0) where !(first..<end).contains(section) {
            counter.visit(nodes: 1)
            guard content.sections[section].count == 0 else { continue }
            appendSticking(
                of: SectionScene(section, in: cache, content), rect, in: cache, content, viewport, &buffer, &counter)
        }
    }

    private func appendSticking(
        of scene: SectionScene, _ rect: Rect, in cache: some AttributeCache, _ content: Content,
        _ viewport: Viewport, _ buffer: inout AttributesBuffer, _ counter: inout some QueryCounter
    ) {
        let plan = plan(ofSection: scene.index)
        for kind in plan.kinds {
            let id = ElementID(section: scene.index, item: 0, kind: kind)
            guard let frame = cache.frame(of: id) else { continue }
            counter.test(elements: 1)
            var attributes = LayoutAttributes(id: id, frame: frame, zIndex: content.zIndex(of: id))
            plan.apply(to: &attributes, in: scene, viewport)
            if attributes.frame.intersects(rect) { buffer.append(attributes) }
        }
    }

    /// The effects of a section and what is known of them without a section at hand.
    private struct Plan: Sendable {
        let effects: [any Effect]
        /// How far they may carry elements altogether.
        let backward: Double
        let forward: Double
        /// What sticks within its section.
        let kinds: [ElementKind]

        init(_ effects: [any Effect]) {
            self.effects = effects
            var back = 0.0
            var forth = 0.0
            var kinds: [ElementKind] = []
            for effect in effects {
                switch effect.reach {
                case .still: break
                case .along(let backward, let forward):
                    back += backward
                    forth += forward
                case .section(let kind):
                    if !kinds.contains(kind) { kinds.append(kind) }
                }
            }
            backward = back
            forward = forth
            self.kinds = kinds
        }

        /// Whether an element is looked up by its section and not by its place.
        @inline(__always)
        func sticks(_ id: ElementID) -> Bool { id.item == 0 && kinds.contains(id.kind) }

        @inline(__always)
        func apply(to attributes: inout LayoutAttributes, in scene: SectionScene, _ viewport: Viewport) {
            // By index: a loop over the elements copies each existential.
            for index in effects.indices { effects[index].apply(to: &attributes, in: scene, viewport) }
        }
    }
}
