import BenchmarkKit
import Testing

@Suite struct CallgrindProfileTests {
    /// Two regions, the first of which calls a function twice; names are written out once.
    private let text = """
        version: 1
        positions: line
        events: Ir Dr DLmr

        fl=(1) region.c
        fn=(3) cbs_region_1
        6 4 1
        cfn=(7) work
        calls=1 0
        +2 100 20 3
        cfn=(7)
        calls=1 0
        * 100 20
        7 2 1 0

        fn=(4) cbs_region_2
        8 5

        fn=(7)
        9 200 40 3
        fn=(3)
        6 1
        totals: 412 82 6
        """

    @Test func costsIncludeCalledFunctions() throws {
        let profile = try #require(CallgrindProfile(text: text))
        #expect(profile.events == ["Ir", "Dr", "DLmr"])
        #expect(profile.count(["Ir"], of: "cbs_region_1") == 207)
        #expect(profile.count(["Dr", "DLmr"], of: "cbs_region_1") == 45)
        #expect(profile.count(["Ir"], of: "cbs_region_2") == 5)
        #expect(profile.count(["Ir"], of: "work") == 200)
    }

    @Test func whatWasNotCountedIsUnknown() throws {
        let profile = try #require(CallgrindProfile(text: text))
        #expect(profile.count(["Ir"], of: "cbs_region_3") == nil)
        #expect(profile.count(["ILmr"], of: "work") == nil)
        #expect(CallgrindProfile(text: "no profile") == nil)
    }

    @Test func regionsRunTheirBody() {
        var runs = 0
        for number in 0..<InstructionRegion.count { InstructionRegion.run(number) { runs += number } }
        #expect(runs == InstructionRegion.count * (InstructionRegion.count - 1) / 2)
        #expect(InstructionRegion.name(3) == "cbs_region_3")
    }
}
