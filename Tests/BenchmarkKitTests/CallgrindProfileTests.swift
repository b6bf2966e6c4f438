import BenchmarkKit
import Testing

@Suite struct CallgrindProfileTests {
    /// Two dumps in one file; the zeros at the end of a line of counts are left out.
    private let text = """
        version: 1
        part: 1

        desc: Trigger: --dump-after=cbs_region
        positions: line
        events: Ir Dr DLmr
        summary: 212 42 6

        fn=(3) cbs_region
        6 4 1
        cfn=(7) work
        calls=1 0
        +2 208 41 6

        totals: 212 42 6

        part: 2
        events: Ir Dr DLmr
        summary: 7 2

        fn=(3)
        6 7 2

        totals: 7 2
        """

    @Test func dumpsAreCountedApart() throws {
        let profile = try #require(CallgrindProfile(text: text))
        #expect(profile.events == ["Ir", "Dr", "DLmr"])
        #expect(profile.dumps == [[212, 42, 6], [7, 2, 0]])
        #expect(profile.count(["Ir"], inDump: 0) == 212)
        #expect(profile.count(["Dr", "DLmr"], inDump: 0) == 48)
        #expect(profile.count(["DLmr"], inDump: 1) == 0)
    }

    @Test func whatWasNotCountedIsUnknown() throws {
        let profile = try #require(CallgrindProfile(text: text))
        #expect(profile.count(["Ir", "ILmr"], inDump: 0) == nil)
        #expect(CallgrindProfile(text: "no profile") == nil)
        #expect(CallgrindProfile(text: "events: Ir\n")?.dumps.isEmpty == true)
    }

    @Test func aRegionRunsItsBodyOnce() {
        var runs = 0
        InstructionRegion.run { runs += 1 }
        #expect(runs == 1)
    }
}
