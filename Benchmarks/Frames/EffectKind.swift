import BenchmarkKit
import CollectionLayout

/// An effect that sections of a case can name: one line in ``all``. What sticks is said by `pinHeaders` and `pinFooters`.
struct EffectKind: Sendable {
    /// What stands in the section's `effects`, alone or as the `name` of an object with parameters.
    let name: String
    let summary: String
    let read: @Sendable (_ effect: Fields, _ fidelity: Fidelity) throws(InputError) -> any Effect

    static let all: [EffectKind] = [elastic, fade, tilt]

    static let elastic = EffectKind(
        name: "elastic", summary: "spreads cells that come into view; spacing, span"
    ) { (effect, _) throws(InputError) in
        ElasticEffect(
            spacing: try effect.length("spacing", default: 90), span: try effect.length("span", default: 200))
    }

    static let fade = EffectKind(
        name: "fade", summary: "fades cells in at the far edge; span"
    ) { (effect, fidelity) throws(InputError) in
        FadeEffect(span: try effect.length("span", default: 200), clamps: fidelity == .corrected)
    }

    static let tilt = EffectKind(
        name: "tilt", summary: "tilts cells backwards as they come into view"
    ) { (_, _) throws(InputError) in TiltEffect() }

    /// The effects of a section: what is pinned, then the others in the order in which they are listed.
    static func effects(of section: Fields, _ fidelity: Fidelity) throws(InputError) -> [any Effect] {
        let policy = try PinPolicyName.policy(of: section)
        var effects: [any Effect] = []
        if try section.flag("pinHeaders", default: false) { effects.append(StickyEffect(.start, policy: policy)) }
        if try section.flag("pinFooters", default: false) { effects.append(StickyEffect(.end, policy: policy)) }
        guard section.has("effects") else { return effects }
        for (index, value) in try section.array("effects").enumerated() {
            let place = "\(section.place), 'effects' entry \(index)"
            var members = value
            if case .string = value { members = .object(["name": value]) }
            let effect = try Fields(members, place: place)
            let kind = try effect.named(try effect.string("name"), "effect", among: all, id: \.name)
            effects.append(try kind.read(effect, fidelity))
            try effect.checkNames()
        }
        return effects
    }
}

/// The rules by which headers and footers stick, as a section's `pinPolicy` names them.
enum PinPolicyName: String, CaseIterable {
    case items, content, nextSection, none

    var summary: String {
        switch self {
        case .items: "headers and footers stick along the items of their section, as in UIKit: the default"
        case .content: "a header sticks as far as bottom inset and footer leave room, as in MagazineLayout"
        case .nextSection: "a header sticks up to the next section, pinOffset from the edge, as in IGListKit"
        case .none: "nothing sticks"
        }
    }

    static func policy(of section: Fields) throws(InputError) -> StickyEffect.PinPolicy {
        let offset = try section.number("pinOffset", default: 0)
        return switch try section.choice("pinPolicy", default: PinPolicyName.items) {
        case .items: .items
        case .content: .content
        case .nextSection: .nextSection(offset: offset)
        case .none: .none
        }
    }
}

extension Fields {
    /// A length above 0 that a coordinate can have.
    fileprivate func length(_ name: String, default value: Double) throws(InputError) -> Double {
        let length = try number(name, default: value)
        guard length > 0, length <= Snapping.largestCoordinate else {
            throw InputError(
                "\(place): '\(name)' is \(length), expected a length above 0 and up to \(Snapping.largestCoordinate)")
        }
        return length
    }
}
