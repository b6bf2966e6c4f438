import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// A transaction with an edit that is refused, at whatever place it stands, changes nothing.
@Suite struct EditFailureTests {
    /// Edits that no content like a model takes, and where its error must point.
    private func refused(by model: ContentModel) -> [Change] {
        let sections = model.sections.count
        let nothing = NewItems.uniform(count: 0, value: model.layouts[0].sample(0))
        let list = SectionDescription(layout: 0, items: nothing)
        var tall = list
        tall.header = Size(width: 1, height: -1)
        var changes: [Change] = [
            .resize(section: sections, item: 0, to: []), .resize(section: -1, item: 0, to: []),
            .insertItems(section: sections, at: 0, nothing), .deleteItems(section: sections, 0..<0),
            .moveItem(from: LayoutIndexPath(sections, 0), to: LayoutIndexPath(0, 0)),
            .insertSection(at: sections + 1, list), .insertSection(at: -1, list),
            .insertSection(at: 0, SectionDescription(layout: 2, items: nothing)), .insertSection(at: 0, tall),
            .deleteSection(at: sections), .deleteSection(at: -1), .moveSection(from: sections, to: 0),
            .moveSection(from: 0, to: sections), .replaceSection(at: sections, with: list),
            .resizeSection(at: sections, header: Size(width: 1, height: 1)), .resizeSection(at: -1),
        ]
        for (index, section) in model.sections.enumerated() {
            let count = section.items.count
            let width = model.width(ofLayout: section.layout)
            let value = model.layouts[section.layout].sample(1)
            changes += [
                .resize(section: index, item: count, to: ItemValue(value)),
                .insertItems(section: index, at: count + 1, .uniform(count: 1, value: value)),
                .insertItems(section: index, at: -1, .uniform(count: 1, value: value)),
                .insertItems(section: index, at: 0, .uniform(count: 1, value: value + [1])),
                .insertItems(section: index, at: 0, .uniform(count: -1, value: value)),
                .insertItems(section: index, at: 0, .uniform(count: Content.largestCount + 1, value: value)),
                .insertItems(section: index, at: 0, .uniform(count: .max, value: value)),
                .insertItems(section: index, at: 0, .each(count: 2, values: value + value + [1])),
                .deleteItems(section: index, 0..<count + 1), .deleteItems(section: index, -1..<0),
                .moveItem(from: LayoutIndexPath(index, count), to: LayoutIndexPath(index, 0)),
                .replaceSection(at: index, with: tall),
                .resizeSection(at: index, header: Size(width: 1, height: -1)),
                .resizeSection(at: index, footer: Size(width: 1, height: 0)),
                .resizeSection(at: index, footer: Size(width: 1, height: Double.nan)),
            ]
            if section.header.height == 0 || section.header.width == 0 {
                changes.append(.resizeSection(at: index, header: Size(width: 1, height: 1)))
            }
            if count > 0 {
                changes += [
                    .moveItem(from: LayoutIndexPath(index, 0), to: LayoutIndexPath(index, count)),
                    .moveItem(from: LayoutIndexPath(index, 0), to: LayoutIndexPath(sections, 0)),
                ]
            }
            guard width > 0 else { continue }
            let bad = [Double](repeating: .nan, count: width)
            changes.append(.insertItems(section: index, at: 0, .each(count: 2, values: value + bad)))
            guard count > 0 else { continue }
            changes += [bad, value + [1], value + [0, 0, 0, 0], value.dropLast(), []].map {
                .resize(section: index, item: 0, to: ItemValue($0))
            }
        }
        return changes
    }

    @Test(arguments: LayoutVariants.all.indices)
    func nothingChanges(_ index: Int) throws {
        let all = LayoutVariants.all
        for seed in 0..<2 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let program = EditProgram([all[index], all[(index + 3) % all.count]], &random, steps: 1)
            let content = try program.model.content(program.axis)
            var caches = try CacheStrategy.all.map { try $0.prepared(content) }
            let before = try CacheStrategy.oracle.prepared(content)
            var model = program.model
            var good: [Change] = []
            for position in 0...program.transactions[0].count {
                for bad in refused(by: model) {
                    for index in caches.indices {
                        let error = #expect(throws: LayoutError.self, "\(bad)") {
                            try caches[index].apply(good + [bad, .deleteSection(at: 0)])
                        }
                        try check(error?.description.isEmpty == false, "no message")
                        try checkUnchanged(caches[index], before, "\(good), \(bad)")
                    }
                }
                guard position < program.transactions[0].count,
                    let change = EditProgram.change(program.transactions[0][position], in: model)
                else { continue }
                good.append(change)
                model.apply(change)
            }
        }
    }

    private func checkUnchanged(
        _ cache: any AttributeCache, _ before: any AttributeCache, _ changes: @autoclosure () -> String
    ) throws {
        if let difference = expectEquivalent(cache, before, [everything]) {
            throw CheckFailure("\(type(of: cache)), \(changes()): \(difference)")
        }
        let isSame = fingerprint(of: cache.content) == fingerprint(of: before.content)
        try check(isSame, "\(type(of: cache)), \(changes()): content")
    }

    /// What is too long only in between is not too long.
    @Test(arguments: CacheStrategy.all)
    func onlyTheLastLayoutMustFit(_ strategy: CacheStrategy) throws {
        let content = try Content(ListLayout(), [[10], [20], [30]])
        var cache = try strategy.prepared(content)
        let long: [Change] = [
            .resize(section: 0, item: 1, to: [8e12]),
            .insertItems(section: 0, at: 3, .uniform(count: 1, value: [9])),
            .deleteItems(section: 0, 0..<1),
        ]
        #expect(throws: LayoutError.self) { try cache.apply(long) }
        try checkUnchanged(cache, try CacheStrategy.oracle.prepared(content), "too long")
        try cache.apply(long + [.resize(section: 0, item: 0, to: [2])])
        #expect(cache.contentSize.height == 2 + 30 + 9)
    }

    /// A single edit that makes the layout too long is taken back, in the middle of a block too, and lanes stay.
    @Test(arguments: CacheStrategy.all)
    func aSingleEditMustFit(_ strategy: CacheStrategy) throws {
        let length = Snapping.largestCoordinate
        let layouts: [(any SectionLayout, huge: [Double])] = [
            (ListLayout(), [length]), (FlowLayout(), [50, length]), (WaterfallLayout(), [length]),
        ]
        for (layout, huge) in layouts {
            var random = SplitMix64(seed: 3)
            func value() -> [Double] { huge.map { _ in random.uniform(20, 90) } }
            let content = try Content(layout, (0..<100).map { _ in value() })
            var (cache, other) = (try strategy.prepared(content), try strategy.prepared(content))
            let small = value()
            for good: Change in [
                .insertItems(section: 0, at: 51, .each(count: 1, values: small)), .deleteItems(section: 0, 40..<41),
                .resize(section: 0, item: 45, to: ItemValue(small)),
            ] {
                for bad: Change in [
                    .insertItems(section: 0, at: 50, .each(count: 1, values: huge)),
                    .resize(section: 0, item: 50, to: ItemValue(huge)),
                ] {
                    let error = #expect(throws: LayoutError.self, "\(bad)") { try cache.apply(bad) }
                    guard case .contentTooLong(section: 0, _) = error else {
                        throw CheckFailure("\(type(of: cache)), \(bad): \(String(describing: error))")
                    }
                    try checkUnchanged(cache, other, "\(layout), \(bad)")
                }
                try cache.apply(good)
                try other.apply(good)
                try checkUnchanged(cache, other, "\(layout), \(good)")
            }
        }
    }

    /// A uniform section that is edited in vain is uniform again.
    @Test(arguments: CacheStrategy.all)
    func uniformSectionsStayUniform(_ strategy: CacheStrategy) throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        for _ in 0..<2 { try content.appendUniformSection(layout: list, count: 9, value: [10.0001]) }
        var cache = try strategy.prepared(content)
        func isUniform() -> [Bool] { cache.content.sections.map(\.isUniform) }
        for change: Change in [
            .resize(section: 0, item: 3, to: [5]),
            .insertItems(section: 0, at: 3, .uniform(count: 2, value: [7])),
        ] {
            #expect(throws: LayoutError.self) {
                try cache.apply([
                    .moveSection(from: 1, to: 0), change,
                    .moveItem(from: LayoutIndexPath(0, 0), to: LayoutIndexPath(1, 0)), .deleteSection(at: 0),
                    .deleteSection(at: 1),
                ])
            }
            #expect(isUniform() == [true, true])
        }
        try cache.apply([
            .insertItems(section: 0, at: 3, .each(count: 2, values: [10.0002, 10])), .deleteItems(section: 0, 2..<4),
            .moveItem(from: LayoutIndexPath(0, 0), to: LayoutIndexPath(1, 4)),
        ])
        #expect(isUniform() == [true, true] && cache.content.sections.map(\.count) == [8, 10])
        try cache.apply(.insertItems(section: 0, at: 3, .uniform(count: 1, value: [11])))
        #expect(isUniform() == [false, true])
    }

    @Test func errorsNameThePath() throws {
        var content = try Content(ListLayout(), [[10], [20], [30]])
        func error(_ change: Change) -> LayoutError? { #expect(throws: LayoutError.self) { try content.apply(change) } }
        #expect(
            error(.insertItems(section: 0, at: 1, .each(count: 2, values: [1, -1])))
                == .badValue(
                    section: 0, item: 2, name: "length", value: -1,
                    expected: "a number from 0.0 to \(Snapping.largestCoordinate)"))
        #expect(
            error(.deleteItems(section: 0, 1..<5))
                == .unknownPath(section: 0, item: 4, reason: "the section has 3 items"))
        #expect(error(.deleteSection(at: 1)) == .unknownPath(section: 1, item: nil, reason: "there are 1 sections"))
        #expect(
            error(.insertItems(section: 0, at: 0, .each(count: 2, values: [1])))
                == .badValueCount(section: 0, got: 1, expected: 2))
        for count in [-1, -2, .min] {
            #expect(
                error(.insertItems(section: 0, at: 0, .uniform(count: count, value: [1])))
                    == .tooMany(what: "items in section 0", got: count, limit: Content.largestCount))
        }
        // Behind the last one is where two others are then.
        #expect(
            error(.moveItem(from: LayoutIndexPath(0, 0), to: LayoutIndexPath(0, 3)))
                == .unknownPath(section: 0, item: 3, reason: "the section has 3 items"))
    }
}
