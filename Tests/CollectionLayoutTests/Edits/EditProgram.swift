import CollectionLayout
import LayoutTestSupport
import Workloads

/// Transactions as random numbers, which become valid edits of whatever content they meet: every part of a program is a
/// program.
struct EditProgram: Sendable, CustomStringConvertible {
    struct Edit: Sendable {
        var kind: Int
        var bits: [UInt64]

        /// An edit of a kind, whatever it strikes.
        init(kind: Int, _ random: inout SplitMix64) {
            self.kind = kind
            bits = (0..<6).map { _ in random.next() }
        }

        /// An edit of any kind: items are edited more often than sections.
        init(_ random: inout SplitMix64) {
            let isOfItems = random.index(below: 3) < 2
            self.init(kind: random.index(below: isOfItems ? 5 : EditProgram.kinds.count), &random)
        }
    }

    let layouts: [NamedLayout]
    /// How many of them the content has at first; others come with sections.
    let knownCount: Int
    let axis: Axis
    /// Number of items of each section at first.
    var counts: [Int]
    var transactions: [[Edit]]

    static let kinds = [
        "resize", "insert", "insert equal", "delete", "move", "insert section", "delete section", "move section",
        "replace section", "resize section",
    ]

    init(_ layouts: [NamedLayout], _ random: inout SplitMix64, steps: Int = 3, edits: Int = 3, items: Int = 7) {
        self.layouts = layouts
        axis = Axis.allCases[random.index(below: 2)]
        counts = (0..<random.index(below: 4)).map { _ in random.index(below: items) }
        transactions = []
        for _ in 0..<1 + random.index(below: steps) {
            transactions.append((0..<1 + random.index(below: edits)).map { _ in Edit(&random) })
        }
        var other = random
        knownCount = 1 + other.index(below: layouts.count)
    }

    /// Simpler programs.
    var shrinks: [EditProgram] {
        var simpler: [EditProgram] = []
        for transactions in shorter(transactions) { simpler.append(with(counts, transactions)) }
        for index in transactions.indices {
            for edits in shorter(transactions[index]) where !edits.isEmpty {
                var variant = transactions
                variant[index] = edits
                simpler.append(with(counts, variant))
            }
        }
        for counts in shorter(counts) { simpler.append(with(counts, transactions)) }
        for index in counts.indices where counts[index] > 0 {
            var variant = counts
            variant[index] -= 1
            simpler.append(with(variant, transactions))
        }
        return simpler
    }

    private func with(_ counts: [Int], _ transactions: [[Edit]]) -> EditProgram {
        var copy = self
        copy.counts = counts
        copy.transactions = transactions
        return copy
    }

    /// The sections at first.
    var model: ContentModel {
        var model = ContentModel(layouts, known: knownCount)
        for (index, count) in counts.enumerated() {
            let bits = UInt64(index * 8 + count)
            model.apply(.insertSection(at: index, Self.section(model, count, [bits, bits, bits &* 0x9E37_79B9])))
        }
        model.place()
        return model
    }

    /// The change that an edit stands for in a content like a model; nil if there is nothing to edit.
    static func change(_ edit: Edit, in model: ContentModel) -> Change? {
        func pick(_ index: Int, _ count: Int) -> Int { Int(edit.bits[index] >> 8) % count }
        let sections = model.sections
        let name = kinds[edit.kind]
        if name == "insert section" {
            return .insertSection(at: pick(0, sections.count + 1), section(model, pick(5, 5), Array(edit.bits[1...])))
        }
        guard !sections.isEmpty else { return nil }
        let section = pick(0, sections.count)
        let count = sections[section].items.count
        let layout = model.layouts[sections[section].layout]
        switch name {
        case "delete section": return .deleteSection(at: section)
        case "move section": return .moveSection(from: section, to: pick(1, sections.count))
        case "resize section":
            func size(_ former: Size, _ index: Int) -> Size? {
                guard former.width > 0, former.height > 0, edit.bits[index] & 3 > 0 else { return nil }
                return Size(width: 1 + Double(pick(index, 40)) / 4, height: 1 + Double(pick(index, 50)) / 4)
            }
            return .resizeSection(
                at: section, header: size(sections[section].header, 1), footer: size(sections[section].footer, 2))
        case "replace section":
            return .replaceSection(at: section, with: self.section(model, pick(5, 5), Array(edit.bits[1...])))
        case "insert":
            return .insertItems(
                section: section, at: pick(1, count + 1), items(layout, 1 + pick(2, 4), isUniform: false, edit.bits[3]))
        case "insert equal":
            let isLikeFirst = count > 0 && edit.bits[4] & 1 == 0
            var new = items(layout, pick(2, 4), isUniform: true, edit.bits[3])
            if isLikeFirst { new = .uniform(count: new.count, value: sections[section].items[0].value) }
            return .insertItems(section: section, at: pick(1, count + 1), new)
        default: break
        }
        guard count > 0 else { return nil }
        let item = pick(1, count)
        switch name {
        case "resize":
            return .resize(section: section, item: item, to: ItemValue(layout.sample(edit.bits[2])))
        case "delete":
            return .deleteItems(section: section, item..<item + pick(2, count - item + 1))
        default:
            let targets = sections.indices.filter { sections[$0].layout == sections[section].layout }
            let target = targets[pick(2, targets.count)]
            let places = sections[target].items.count + (target == section ? 0 : 1)
            return .moveItem(
                from: LayoutIndexPath(section, item), to: LayoutIndexPath(target, pick(3, places)))
        }
    }

    private static func items(_ layout: NamedLayout, _ count: Int, isUniform: Bool, _ bits: UInt64) -> NewItems {
        var random = SplitMix64(seed: bits)
        return isUniform
            ? .uniform(count: count, value: layout.sample(random.next()))
            : .each(count: count, values: (0..<count).flatMap { _ in layout.sample(random.next()) })
    }

    private static func section(_ model: ContentModel, _ count: Int, _ bits: [UInt64]) -> SectionDescription {
        let layout = Int(bits[0] >> 8) % model.layouts.count
        let decoration = Decoration(number: Int(bits[1] % 8))
        let isKnown = layout < model.knownCount && bits[1] & 64 == 0
        return SectionDescription(
            layout: isKnown ? .index(layout) : .layout(model.layouts[layout].make()),
            items: items(model.layouts[layout], count, isUniform: bits[2] & 4 == 0, bits[2]),
            header: decoration.header(.vertical), footer: decoration.footer(.vertical),
            background: decoration.background)
    }

    /// The program as it runs.
    var description: String {
        var model = model
        var lines = ["layouts \(layouts.map(\.summary)), \(axis), counts \(counts)"]
        for edits in transactions {
            lines.append("transaction")
            for edit in edits {
                guard let change = Self.change(edit, in: model) else { continue }
                model.apply(change)
                lines.append("  \(change)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
