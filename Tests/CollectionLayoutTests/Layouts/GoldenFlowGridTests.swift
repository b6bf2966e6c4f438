import CollectionLayout
import Testing

/// Flow and grid against frames that PluginLayout itself has computed.
@Suite struct GoldenFlowGridTests {
    private static let files = ["flow-vertical", "flow-horizontal", "grid-vertical", "grid-horizontal"]
    private static let cases = files.flatMap(GoldenCase.load)

    @Test func noCaseIsMissing() {
        #expect(Self.files.map { GoldenCase.load($0).count } == [12, 12, 12, 12])
        #expect(Self.cases.reduce(0) { $0 + $1.attributes.count } == 1458)
        for golden in Self.cases {
            #expect(golden.attributes.count { $0.kind == "cell" } == golden.sections.reduce(0) { $0 + $1.count })
            #expect(golden.id.hasPrefix("\(golden.sections[0].layout)-\(golden.scrollDirection)"))
        }
        let kinds = Set(Self.cases.flatMap { $0.attributes.map(\.kind) })
        #expect(kinds == ["cell", "header", "footer"])
        let alignments = Set(Self.cases.flatMap { $0.sections.map(\.alignment) })
        #expect(alignments == Set(FlowLayout.Alignment.allCases.map(\.rawValue)))
    }

    @Test(arguments: cases)
    func faithful(_ golden: GoldenCase) throws {
        let content = try golden.content(.faithful, .none)
        for strategy in CacheStrategy.all {
            #expect(try golden.differences(strategy.prepared(content)) == [], "\(strategy.id)")
        }
    }

    /// Cases that the corrected mode answers differently, by the defect of the original that they contain. None contains
    /// columns that wrap early, see ``DefectTests``.
    private static let defects: [String: Set<String>] = [
        "lone item centred": [
            "flow-vertical-4", "grid-vertical-2", "grid-vertical-7", "grid-vertical-9", "grid-horizontal-0",
            "grid-horizontal-3", "grid-horizontal-6",
        ]
    ]

    private func differing(_ snapping: Snapping, _ loneItem: FlowLayout.LoneItem) throws -> Set<String> {
        var ids: Set<String> = []
        for golden in Self.cases {
            let cache = try CacheStrategy.oracle.prepared(golden.content(.corrected, snapping, loneItem: loneItem))
            let differences = try golden.differences(cache) { element in
                // A grain a row, and an element is at most in the row of its own index; another one for a length
                // computed from a snapped breadth; alignment adds up what at most 5 items of a row have lost.
                snapping == .none ? 0 : Double(element + 2 + 5) * Snapping.grainLength
            }
            if !differences.isEmpty { ids.insert(golden.id) }
        }
        return ids
    }

    @Test(arguments: Snapping.allCases)
    func correctedDiffersByNamedDefectsOnly(_ snapping: Snapping) throws {
        #expect(try differing(snapping, .center) == [])
        #expect(try differing(snapping, .start) == Self.defects["lone item centred"])
    }
}
