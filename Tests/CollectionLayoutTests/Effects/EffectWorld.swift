import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Effects to try on every layout.
struct SampleEffects: Sendable, CustomTestStringConvertible {
    let id: String
    let layer: EffectLayer

    var testDescription: String { id }

    static let policies: [StickyEffect.PinPolicy] = [.items, .content, .nextSection(offset: 5.5), .none]

    private static func sticky(_ policy: StickyEffect.PinPolicy) -> [any Effect] {
        [StickyEffect(.start, policy: policy), StickyEffect(.end, policy: policy)]
    }

    static let all: [SampleEffects] =
        [
            SampleEffects(id: "none", layer: EffectLayer()),
            SampleEffects(id: "elastic", layer: EffectLayer([ElasticEffect(spacing: 30, span: 40)])),
            SampleEffects(id: "fade and tilt", layer: EffectLayer([FadeEffect(span: 30), TiltEffect()])),
            SampleEffects(
                id: "all, others in some sections",
                layer: EffectLayer(
                    sticky(.items) + [ElasticEffect(), FadeEffect()],
                    sections: [0: [], 2: [Lift(distance: 17.25)] + sticky(.content), 4: [Lift(distance: 3)]])),
        ] + policies.map { SampleEffects(id: "sticky \($0)", layer: EffectLayer(sticky($0))) }
}

/// Carries every element towards the near edge by up to a distance, the more the farther it is from the viewport.
struct Lift: Effect {
    let distance: Double
    var reach: EffectReach { .along(backward: distance, forward: 0) }

    func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport) {
        let away = max(attributes.frame.minY - viewport.rect.maxY, 0)
        attributes.frame.y -= min(away, distance)
    }
}

extension EffectLayer {
    /// The attributes of every element, after the effects, whose frames meet a rect by the words of the contract.
    func bruteForce(
        _ b: Rect, _ ids: [ElementID], in cache: some AttributeCache, _ viewport: Viewport
    ) throws -> Set<LayoutAttributes> {
        var found: Set<LayoutAttributes> = []
        for id in ids {
            guard let attributes = attributes(of: id, in: cache, viewport) else {
                throw CheckFailure("\(id) has no attributes")
            }
            let a = attributes.frame
            if a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height {
                found.insert(attributes)
            }
        }
        return found
    }
}

/// Throws unless every cache finds, in a rect, what brute force finds; calls must not depend on what was found before.
func checkQueries(
    _ layer: EffectLayer, _ caches: [any AttributeCache], _ ids: [ElementID], _ rects: [Rect], _ viewport: Viewport
) throws {
    var buffer = AttributesBuffer(capacity: 0)
    for rect in rects {
        let expected = try layer.bruteForce(rect, ids, in: caches[0], viewport)
        for cache in caches {
            let before = buffer.count
            layer.query(rect, in: cache, viewport, into: &buffer)
            let found = Array(buffer.attributes[before...])
            if found.count == expected.count, Set(found) == expected { continue }
            throw CheckFailure(
                """
                \(type(of: cache)), \(rect), \(viewport.rect): found \(found.map(\.id).sorted()), \
                expected \(expected.map(\.id).sorted())
                """)
        }
        buffer.removeAll()
    }
}

/// The ids of all elements, those that layouts add included.
func allElements(_ cache: some AttributeCache) -> [ElementID] {
    var hits = HitBuffer()
    cache.query(everything, into: &hits)
    // A linear scan for everything misses nothing but elements at infinity.
    precondition(hits.count == cache.elementCount)
    return hits.ids
}

/// Sections of layouts in turn, with headers, footers and backgrounds, some of them empty.
func effectContent(
    _ layouts: [NamedLayout], counts: [Int], axis: Axis, seed: UInt64, snapping: Snapping = .grain,
    fidelity: Fidelity = .corrected
) throws -> Content {
    var content = try Content(
        axis: axis, bounds: axis.transpose(Size(width: 390, height: 300)), snapping: snapping, fidelity: fidelity)
    var random = SplitMix64(seed: seed)
    var indices: [Int] = []
    for layout in layouts { indices.append(try content.addLayout(layout.make())) }
    for (section, count) in counts.enumerated() {
        let layout = indices[section % layouts.count]
        let decoration = Decoration(number: Int(seed) &+ section &* 3 & 7)
        let width = content.folds[layout].valueNames.count
        if width == 0 {
            try content.appendUniformSection(
                layout: layout, count: count, value: [], header: decoration.header(axis),
                footer: decoration.footer(axis), background: decoration.background)
        } else {
            let values = (0..<count).flatMap { _ in layouts[section % layouts.count].sample(random.next()) }
            try content.appendSection(
                layout: layout, values: values, header: decoration.header(axis), footer: decoration.footer(axis),
                background: decoration.background)
        }
    }
    return content
}

extension NamedLayout: CustomTestStringConvertible {
    /// The id, for test output.
    public var testDescription: String { id }
}
