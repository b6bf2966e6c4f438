import CollectionLayout
import Testing

@Suite("Frames of PluginLayout, faithful mode")
struct PluginLayoutGoldenTests {
    @Test(
        "Every attribute of every case",
        arguments: [
            "staggered-vertical", "staggered-horizontal", "mosaic-vertical", "mosaic-horizontal", "mixed-vertical",
            "mixed-horizontal",
        ])
    func everyAttribute(file: String) throws {
        let cases = GoldenCase.load(file)
        #expect(cases.count == 12)
        for golden in cases {
            var cache = FullArrayCache()
            try cache.prepare(golden.content(.faithful, .none))
            #expect(try golden.differences(cache) == [], "\(golden.id)")
        }
    }
}
