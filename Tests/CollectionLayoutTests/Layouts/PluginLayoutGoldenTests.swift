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
        let cases = try PluginLayoutGolden.cases("\(file).json")
        #expect(cases.count == 12)
        for golden in cases {
            var cache = FullArrayCache()
            try cache.prepare(golden.content())
            #expect(golden.differences(from: cache) == [])
        }
    }
}
