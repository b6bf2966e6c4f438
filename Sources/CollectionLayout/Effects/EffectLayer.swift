/// The effects of each section, and queries that see elements where their effects put them.
///
/// The cache is asked for the rect, widened by how far effects carry elements along the axis; elements that stick within
/// their section are looked up in the sections that meet the rect. So a query costs O(log n + found), whatever the
/// number of sections, and the cache stays as it is while the content scrolls.
public struct EffectLayer: Sendable {
    /// The effects of sections that have none of their own, in the order in which they are applied.
    public let defaultEffects: [any Effect]
    /// The effects of some sections, by index.
    public let effectsOfSection: [Int: [any Effect]]
    private let reach: Reach

    /// A layer of effects; none by default.
    public init(_ defaultEffects: [any Effect] = [], sections: [Int: [any Effect]] = [:]) {
        self.defaultEffects = defaultEffects
        effectsOfSection = sections
        reach = Reach(defaultEffects, sections.values)
    }

    /// Whether no section has effects.
    public var isEmpty: Bool { defaultEffects.isEmpty && effectsOfSection.values.allSatisfy(\.isEmpty) }

    /// The effects of a section, in order.
    public func effects(ofSection section: Int) -> [any Effect] { effectsOfSection[section] ?? defaultEffects }

    /// The attributes of an element after its effects, or nil if there is no such element.
    public func attributes(
        of id: ElementID, in cache: some AttributeCache, _ viewport: Viewport
    ) -> LayoutAttributes? {
        guard let frame = cache.frame(of: id) else { return nil }
        return attributes(of: id, frame, SectionScene(Int(id.section), in: cache), cache, viewport)
    }

    private func attributes(
        of id: ElementID, _ frame: Rect, _ scene: SectionScene, _ cache: some AttributeCache, _ viewport: Viewport
    ) -> LayoutAttributes {
        var attributes = LayoutAttributes(id: id, frame: frame, zIndex: cache.content.zIndex(of: id))
        for effect in effects(ofSection: scene.index) { effect.apply(to: &attributes, in: scene, viewport) }
        return attributes
    }

    /// Appends the elements whose frames after their effects intersect a rect to the buffer, in no particular order.
    public func query<Cache: AttributeCache, Counter: QueryCounter>(
        _ rect: Rect, in cache: Cache, _ viewport: Viewport, into buffer: inout AttributesBuffer,
        counting counter: inout Counter
    ) {
        var collected = AttributesBuffer(capacity: 0)
        swap(&collected, &buffer)
        var sink = Sink(layer: self, cache: cache, viewport: viewport, rect: rect, found: collected)
        // An element that was carried forward comes from before the rect.
        let widened = Rect(
            x: rect.x, y: rect.y - reach.forward, width: rect.width,
            height: rect.height + reach.forward + reach.backward)
        cache.search(widened, into: &sink, counting: &counter)
        if !reach.kinds.isEmpty { sink.findSticky(counting: &counter) }
        swap(&buffer, &sink.found)
    }

    /// The same without counting.
    public func query(
        _ rect: Rect, in cache: some AttributeCache, _ viewport: Viewport, into buffer: inout AttributesBuffer
    ) {
        var none = NoCounts()
        query(rect, in: cache, viewport, into: &buffer, counting: &none)
    }

    /// How far all effects together may carry elements.
    private struct Reach {
        var backward = 0.0
        var forward = 0.0
        var kinds: [ElementKind] = []

        init(_ defaults: [any Effect], _ others: some Collection<[any Effect]>) {
            for effects in [defaults] + others {
                var back = 0.0
                var forth = 0.0
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
                backward = max(backward, back)
                forward = max(forward, forth)
            }
        }
    }

    /// Applies effects to what a cache finds and keeps what meets the rect.
    private struct Sink<Cache: AttributeCache>: ~Copyable, HitSink {
        let layer: EffectLayer
        let cache: Cache
        let viewport: Viewport
        let rect: Rect
        var found: AttributesBuffer
        var scene: SectionScene?

        init(
            layer: EffectLayer, cache: Cache, viewport: Viewport, rect: Rect, found: consuming AttributesBuffer
        ) {
            self.layer = layer
            self.cache = cache
            self.viewport = viewport
            self.rect = rect
            self.found = found
        }

        var hint: SearchHint {
            get { found.hint }
            set { found.hint = newValue }
        }

        mutating func reserve(_ count: Int) {}

        mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
            guard hit, !layer.sticks(id) else { return }
            take(id, frame())
        }

        private mutating func take(_ id: ElementID, _ frame: Rect) {
            if scene?.index != Int(id.section) { scene = SectionScene(Int(id.section), in: cache) }
            let attributes = layer.attributes(of: id, frame, scene!, cache, viewport)
            if attributes.frame.intersects(rect) { found.append(attributes) }
        }

        /// Looks at what may stick in the sections that meet the rect, and in the last one, which may have no limit.
        mutating func findSticky(counting counter: inout some QueryCounter) {
            let reach = layer.reach
            let count = cache.content.sections.count
            // A section of no length, or one that only touches, can still hold an element that does not.
            let sections = cache.sections(
                between: (rect.minY - reach.forward).nextDown, and: (rect.maxY + reach.backward).nextUp)
            findSticky(in: sections, &counter)
            if count > 0, !sections.contains(count - 1) { findSticky(in: count - 1..<count, &counter) }
        }

        private mutating func findSticky(in sections: Range<Int>, _ counter: inout some QueryCounter) {
            for section in sections {
                for kind in layer.reach.kinds {
                    let id = ElementID(section: section, item: 0, kind: kind)
                    counter.visit(nodes: 1)
                    guard layer.sticks(id), let frame = cache.frame(of: id) else { continue }
                    counter.test(elements: 1)
                    take(id, frame)
                }
            }
        }
    }

    /// Whether an element is looked up by its section and not by its place.
    private func sticks(_ id: ElementID) -> Bool {
        guard id.kind != .cell, id.item == 0 else { return false }
        return effects(ofSection: Int(id.section)).contains { $0.reach == .section(id.kind) }
    }
}
