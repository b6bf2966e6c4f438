import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Values in pages say what a plain array says.
@Suite struct PagedValuesTests {
    /// From nothing on, or from values that stay where they are: with none, with full pages, and with more.
    @Test(arguments: 1...3, [nil, 0, 1, 127, 128, 1280, 1500])
    func randomEdits(_ width: Int, _ adopted: Int?) throws {
        try withEvery("seed", in: 0..<4 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var pages = PagedValues(width: width)
            var plain: [Double] = []
            if let adopted {
                plain = (0..<adopted * width).map { _ in random.unit() }
                pages = PagedValues(width: width, adopting: FlatArray([7, 7, 7] + plain), from: 3, count: adopted)
            }
            func count() -> Int { plain.count / width }
            for step in 0..<400 {
                // It grows, then shrinks to nothing.
                let isGrowing = step < 200
                let most = random.index(below: 4) == 0 ? 3000 : 200
                if random.index(below: 4) > (isGrowing ? 0 : 2) || plain.isEmpty {
                    let new = (0..<random.index(below: most) * width).map { _ in random.unit() }
                    let item = random.index(below: count() + 1)
                    pages.insert(new, at: item)
                    plain.insert(contentsOf: new, at: item * width)
                } else {
                    let item = random.index(below: count())
                    let range = item..<min(item + random.index(below: most), count())
                    pages.remove(range)
                    plain.removeSubrange(range.lowerBound * width..<range.upperBound * width)
                }
                guard !plain.isEmpty else { continue }
                let item = random.index(below: count())
                let former = pages.replace(item, with: SIMD4(repeating: Double(step)))
                for number in 0..<width {
                    try check(former[number] == plain[item * width + number], "step \(step), former \(item)")
                    plain[item * width + number] = Double(step)
                }
                if width > 1 {
                    let pair = SIMD2(plain[item * width], plain[item * width + 1])
                    try check(pages.pair(of: item) == pair, "step \(step), pair \(item)")
                }
                for item in [0, item, count() - 1] {
                    for number in 0..<width {
                        try check(
                            pages.number(number, of: item) == plain[item * width + number], "step \(step), item \(item)"
                        )
                    }
                }
                guard step % 20 == 0 else { continue }
                try check(pages.values(0..<count()) == plain, "step \(step)")
            }
            pages.remove(0..<count())
            try check(pages.values(0..<0) == [], "something is left")
        }
    }

    /// Items that are alike share pages and are found to be, whatever has come, gone or changed among them.
    @Test(arguments: ["repeated", "copied", "adopted"])
    func alikeItems(_ start: String) throws {
        let isRepeated = start == "repeated"
        try withEvery("seed", in: 0..<6 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let count = 20_000
            // Item by item, two numbers each.
            var plain: [Double] = (0..<count).flatMap { _ in [4, 1] }
            if !isRepeated { for item in stride(from: 5000, to: count, by: 5000) { plain[2 * item] = 2 } }
            var pages =
                switch start {
                case "repeated": PagedValues(repeating: [4, 1], count: count)
                case "adopted": PagedValues(width: 2, adopting: FlatArray(plain), from: 0, count: count)
                default: PagedValues(width: 2, plain)
                }
            let copy = pages
            let former = plain
            for step in 0..<200 {
                let item = random.index(below: plain.count / 2)
                let value: [Double] = random.index(below: 3) > 0 ? [4, 1] : [Double(random.index(below: 3)), 1]
                let some = [1, 2, 300][random.index(below: 3)]
                switch random.index(below: 3) {
                case 0:
                    let former = pages.replace(item, with: SIMD4(value[0], value[1], 0, 0))
                    try check(former[0] == plain[2 * item], "step \(step), former \(item)")
                    plain.replaceSubrange(2 * item..<2 * item + 2, with: value)
                case 1:
                    let values = (0..<some).flatMap { _ in value }
                    pages.insert(values, at: item)
                    plain.insert(contentsOf: values, at: 2 * item)
                default:
                    let range = item..<min(item + some, plain.count / 2)
                    pages.remove(range)
                    plain.removeSubrange(2 * range.lowerBound..<2 * range.upperBound)
                }
                for _ in 0..<20 {
                    let item = random.index(below: plain.count / 2)
                    var end = item
                    while 2 * end < plain.count, plain[2 * end] == plain[2 * item],
                        plain[2 * end + 1] == plain[2 * item + 1]
                    {
                        end += 1
                    }
                    try check(pages.alikeEnd(of: item, atLeast: 1) == end, "step \(step), behind \(item)")
                }
                try check(pages.values(0..<plain.count / 2) == plain, "step \(step)")
            }
            try check(copy.values(0..<count) == former, "a copy")
        }
    }

    /// What is alike is only looked for behind as many items as are worth it.
    @Test func fewAlikeItemsAreNotLookedBehind() {
        var numbers = (0..<1000).map(Double.init)
        for item in 400..<900 { numbers[item] = 1 }
        var pages = PagedValues(width: 1, adopting: FlatArray(numbers), from: 0, count: 1000)
        #expect(pages.alikeEnd(of: 10, atLeast: 128) == 11)
        #expect(pages.alikeEnd(of: 850, atLeast: 128) == 900)
        #expect(pages.alikeEnd(of: 420, atLeast: 128) == 900)
        #expect(pages.alikeEnd(of: 950, atLeast: 1) == 951)
    }

    /// Pages whose items get other values and then their former ones again are passed over in one go afterwards.
    @Test func pagesThatGetAlikeAgainAreShared() {
        let count = 20_000
        var pages = PagedValues(repeating: [4, 1], count: count)
        let changed = Array(stride(from: 100, to: count, by: 700))
        for item in changed { _ = pages.replace(item, with: SIMD4(2, 1, 0, 0)) }
        let last = changed.last!
        for item in changed.dropLast() { _ = pages.replace(item, with: SIMD4(4, 1, 0, 0)) }
        func ownPages() -> Int {
            (0..<pages.tree.count).count { pages.nodes.counts[$0] > 0 && !pages.isShared($0) }
        }
        #expect(ownPages() == changed.count)
        #expect(pages.alikeEnd(of: 50, atLeast: 128) == last)
        #expect(ownPages() == 1)
        #expect(pages.alikeEnd(of: last + 1, atLeast: 128) == count)
        #expect(pages.values(0..<count) == (0..<count).flatMap { $0 == last ? [2, 1] : [4, 1] })
    }

    /// Of values that no pages share the end of long runs is not looked for, but that of short ones.
    @Test func longRunsOfOtherValuesAreNotPassedOver() {
        let numbers = (0..<9000).map { $0 < 4000 ? 1.0 : $0 < 8000 ? 2 : 3 }
        var pages = PagedValues(width: 1, adopting: FlatArray(numbers), from: 0, count: 9000)
        #expect(pages.alikeEnd(of: 10, atLeast: 128) == 4000)
        #expect(pages.alikeEnd(of: 4010, atLeast: 128) == 4011)
        #expect(pages.alikeEnd(of: 7100, atLeast: 128) == 8000)
        #expect(pages.alikeEnd(of: 8500, atLeast: 128) == 9000)
    }

    /// Sections with so many values that these have an array of their own, some times the values of others, edited at their
    /// ends and between them; copies stay as they were.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func largeSections(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let layouts = [ListLayout.id, FlowLayout.id].map { id in LayoutVariants.all.first { $0.id == id }! }
        var model = ContentModel(layouts)
        func items(_ count: Int, _ layout: Int) -> NewItems {
            .each(count: count, values: (0..<count).flatMap { _ in layouts[layout].sample(random.next()) })
        }
        for count in [5000, 10, 9000, 600] {
            let layout = random.index(below: 2)
            model.apply(.insertSection(at: 0, SectionDescription(layout: layout, items: items(count, layout))))
        }
        var content = try model.content(.vertical)
        let former = (model: model, content: content)
        for _ in 0..<30 {
            let section = random.index(below: model.sections.count)
            let layout = model.sections[section].layout
            let count = model.sections[section].items.count
            let end = random.index(below: 3) == 0 ? random.index(below: count + 1) : random.index(below: 2) * count
            let few = [1, 3, 400, 9000][random.index(below: 4)]
            let change: Change
            switch random.index(below: 6) {
            case 0, 1: change = .insertItems(section: section, at: end, items(few, layout))
            case 2, 3:
                let first = end == count ? max(count - few, 0) : end
                change = .deleteItems(section: section, first..<min(first + few, count))
            case 4 where count > 0:
                let value = layouts[layout].sample(random.next())
                change = .resize(section: section, item: random.index(below: count), to: ItemValue(value))
            default:
                change = .replaceSection(
                    at: section, with: SectionDescription(layout: layout, items: items(few, layout)))
            }
            model.apply(change)
            try content.apply(change)
            try model.check(content)
        }
        try former.model.check(former.content)
    }

    @Test func fenwickTree() throws {
        for count in 0..<40 {
            var numbers = (0..<count).map { $0 * 7 % 5 }
            var tree = FenwickTree(numbers)
            for index in numbers.indices {
                numbers[index] += index % 3
                tree.add(index % 3, at: index)
            }
            for end in 0...count { #expect(tree.sum(of: end) == numbers[..<end].reduce(0, +)) }
        }
    }

    /// Each layout reads over the edges of pages, ahead too.
    @Test(arguments: LayoutVariants.all.indices)
    func layoutsAcrossPages(_ index: Int) throws {
        let layout = LayoutVariants.all[index]
        guard !layout.sample(0).isEmpty else { return }
        var random = SplitMix64(seed: UInt64(index))
        var model = ContentModel([layout])
        func items(_ count: Int) -> NewItems {
            .each(count: count, values: (0..<count).flatMap { _ in layout.sample(random.next()) })
        }
        model.apply(.insertSection(at: 0, SectionDescription(layout: 0, items: items(2100))))
        var content = try model.content(.vertical)
        let changes: [Change] = [
            .insertItems(section: 0, at: 700, items(3)), .deleteItems(section: 0, 1500..<1507),
            .resize(section: 0, item: 1100, to: ItemValue(layout.sample(5))),
            .insertItems(section: 0, at: 1023, items(40)), .deleteItems(section: 0, 0..<5),
            .moveItem(from: LayoutIndexPath(0, 3), to: LayoutIndexPath(0, 1030)),
            .insertItems(section: 0, at: 2, .uniform(count: 9, value: layout.sample(9))),
        ]
        let copy = content
        var undos: [Change] = []
        for change in changes {
            undos.append(try content.apply(change))
            model.apply(change)
        }
        try model.check(content)
        try check(content.sections[0].valueHandle < 0, "no pages")
        let (paged, flat) = (
            try CacheStrategy.oracle.prepared(content), try CacheStrategy.oracle.prepared(model.content(.vertical))
        )
        let difference = expectEquivalent(paged, flat, [everything])
        try check(difference == nil, "\(difference ?? "")")
        for undo in undos.reversed() { try content.apply(undo) }
        #expect(fingerprint(of: content) == fingerprint(of: copy))
    }

    /// Copies of a content share pages until one is edited.
    @Test func copiesAreValues() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: list, count: 5000, value: [10])
        try content.apply(.insertItems(section: 0, at: 2000, .uniform(count: 1, value: [20])))
        let copy = content
        try content.apply(.resize(section: 0, item: 2000, to: [30]))
        try content.apply(.deleteItems(section: 0, 100..<200))
        try content.apply(.deleteSection(at: 0))
        try content.appendUniformSection(layout: list, count: 5000, value: [11])
        try content.apply(.insertItems(section: 0, at: 9, .uniform(count: 1, value: [20])))
        #expect(copy.value(section: 0, item: 2000)[0] == 20 && copy.itemCount == 5001)
        #expect(content.value(section: 0, item: 9)[0] == 20 && content.value(section: 0, item: 2000)[0] == 11)
    }

    /// All strategies, with sections of several pages.
    @Test(arguments: LayoutVariants.all.indices.filter { $0 % 6 == 0 })
    func strategies(_ index: Int) throws {
        var random = SplitMix64(seed: UInt64(index))
        var program = EditProgram([LayoutVariants.all[index]], &random, steps: 3, edits: 3)
        program.counts = [2500]
        try EditTests.run(program)
    }
}
