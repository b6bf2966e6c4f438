import CollectionLayout
import LayoutTestSupport

/// A content as arrays of arrays, edited in the plainest way. Every item and section has a number of its own, by which it
/// is known again wherever it goes.
struct ContentModel {
    struct Item {
        var value: [Double]
        let number: Int
        /// Whether it may have another lane than before the last transaction.
        var isUnplaced: Bool
    }

    struct Section {
        let number: Int
        let layout: Int
        var items: [Item]
        var header = Size.zero
        var footer = Size.zero
        var background: ElementKind?
    }

    let layouts: [NamedLayout]
    /// How many of the layouts a content has before it has sections of others.
    let knownCount: Int
    private(set) var sections: [Section] = []
    private var nextNumber = 0

    init(_ layouts: [NamedLayout], known knownCount: Int? = nil) {
        self.layouts = layouts
        self.knownCount = knownCount ?? layouts.count
    }

    private mutating func number() -> Int {
        nextNumber += 1
        return nextNumber
    }

    private mutating func items(_ new: NewItems, _ width: Int) -> [Item] {
        switch new {
        case .uniform(let count, let value):
            (0..<count).map { _ in Item(value: value, number: number(), isUnplaced: true) }
        case .each(let count, let values):
            (0..<count).map {
                Item(
                    value: Array(values[$0 * width..<($0 + 1) * width]), number: number(), isUnplaced: true)
            }
        }
    }

    func width(ofLayout layout: Int) -> Int { layouts[layout].sample(0).count }

    private mutating func section(_ description: SectionDescription) -> Section {
        let layout =
            switch description.layout {
            case .index(let index): index
            case .layout(let layout): layouts.firstIndex { $0.make().isEqual(to: layout) }!
            }
        return Section(
            number: number(), layout: layout, items: items(description.items, width(ofLayout: layout)),
            header: description.header, footer: description.footer, background: description.background)
    }

    /// Begins a transaction: what is there is placed.
    mutating func place() {
        for section in sections.indices {
            for item in sections[section].items.indices { sections[section].items[item].isUnplaced = false }
        }
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .resize(let section, let item, let value):
            let width = width(ofLayout: sections[section].layout)
            sections[section].items[item].value = (0..<width).map { value[$0] }
        case .resizeSection(let section, let header, let footer):
            if let header { sections[section].header = header }
            if let footer { sections[section].footer = footer }
        case .insertItems(let section, let item, let new):
            sections[section].items.insert(
                contentsOf: items(new, width(ofLayout: sections[section].layout)), at: item)
        case .deleteItems(let section, let range):
            sections[section].items.removeSubrange(range)
        case .moveItem(let from, let to):
            var item = sections[from.section].items.remove(at: from.item)
            item.isUnplaced = true
            sections[to.section].items.insert(item, at: to.item)
        case .insertSection(let section, let description):
            sections.insert(self.section(description), at: section)
        case .deleteSection(let section):
            sections.remove(at: section)
        case .moveSection(let from, let to):
            sections.insert(sections.remove(at: from), at: to)
        case .replaceSection(let section, let description):
            sections[section] = self.section(description)
        }
    }

    /// A content with these sections, and no layout that neither they have nor it had before.
    func content(_ axis: Axis) throws -> Content {
        var content = try Content(axis: axis, bounds: Size(width: 400, height: 300))
        let used = sections.map(\.layout).max() ?? -1
        for layout in layouts.prefix(max(knownCount, used + 1)) { _ = try content.addLayout(layout.make()) }
        for section in sections {
            if width(ofLayout: section.layout) == 0 {
                try content.appendUniformSection(
                    layout: section.layout, count: section.items.count, value: [], header: section.header,
                    footer: section.footer, background: section.background)
            } else {
                try content.appendSection(
                    layout: section.layout, values: section.items.flatMap(\.value), header: section.header,
                    footer: section.footer, background: section.background)
            }
        }
        return content
    }

    /// Throws unless a content has these sections.
    func check(_ content: Content) throws {
        try LayoutTestSupport.check(content.sections.count == sections.count, "\(content.sections.count) sections")
        try LayoutTestSupport.check(
            content.itemCount == sections.reduce(0) { $0 + $1.items.count }, "\(content.itemCount) items")
        for (index, section) in sections.enumerated() {
            let other = content.sections[index]
            try LayoutTestSupport.check(
                content.layouts[Int(other.layout)].isEqual(to: layouts[section.layout].make())
                    && other.count == section.items.count
                    && other.background == section.background, "section \(index): \(other)")
            // Loops of the simplest kind: with tens of thousands of items, debug code spends more on others than on what is tested.
            var item = 0
            while item < section.items.count {
                let (value, expected) = (content.value(section: index, item: item), section.items[item].value)
                var number = 0
                while number < expected.count, value[number] == expected[number] { number += 1 }
                if number < expected.count {
                    throw CheckFailure("section \(index), item \(item): \(value), expected \(expected)")
                }
                item += 1
            }
        }
    }

    /// Throws unless a map knows again what has the same number here as in a former model.
    func check(_ map: ElementMap, since former: ContentModel) throws {
        var newOf: [Int: ElementID] = [:]
        for (index, section) in sections.enumerated() {
            newOf[section.number] = ElementID(section: index, item: 0, kind: .header)
            for (item, value) in section.items.enumerated() {
                newOf[value.number] = ElementID(section: index, item: item)
            }
        }
        var oldOf: [ElementID: ElementID] = [:]
        func compare(_ number: Int, _ old: ElementID) throws {
            let new = newOf[number]
            if let new { oldOf[new] = old }
            try LayoutTestSupport.check(
                map.new(of: old) == new,
                "\(old) became \(String(describing: map.new(of: old))), not \(String(describing: new))")
        }
        for (index, section) in former.sections.enumerated() {
            try compare(section.number, ElementID(section: index, item: 0, kind: .header))
            for (item, value) in section.items.enumerated() {
                try compare(value.number, ElementID(section: index, item: item))
            }
        }
        for new in newOf.values {
            try LayoutTestSupport.check(
                map.old(of: new) == oldOf[new],
                "\(new) was \(String(describing: map.old(of: new))), not \(String(describing: oldOf[new]))")
        }
    }
}
