import CollectionLayout
import Foundation
import Testing
import Workloads

@testable import benchmarks

@Suite struct ContentFeaturesTests {
    /// The oracle's answers to viewports at random places, in the mean.
    private func hits(_ content: Content, _ viewports: Int) throws -> Double {
        var cache = FullArrayCache()
        try cache.prepare(content)
        var random = Workloads.SplitMix64(seed: 3)
        var sum = 0
        for _ in 0..<viewports {
            let x = random.unit() * max(cache.contentSize.width - Dataset.bounds.width, 0)
            let y = random.unit() * max(cache.contentSize.height - Dataset.bounds.height, 0)
            var hits = HitBuffer()
            cache.query(
                Rect(x: x, y: y, width: Dataset.bounds.width, height: Dataset.bounds.height), into: &hits)
            sum += hits.ids.count { $0.kind == .cell }
        }
        return Double(sum) / Double(viewports)
    }

    @Test(arguments: Dataset.all.map(\.id)) func hitsAreThoseOfTheOracle(_ id: String) throws {
        let dataset = try #require(Dataset.named(id))
        let content = try dataset.make(3000, 7)
        let expected = try hits(content, 400)
        let features = try ContentFeatures(content, viewport: Dataset.bounds)
        #expect(abs(features.hits - log10(max(expected, 1))) < 0.15, "\(pow(10, features.hits)), expected \(expected)")
    }

    /// A viewport meets all of a content that is nothing but points, whatever the viewport.
    @Test(arguments: [Size.zero, Size(width: 0, height: 844), Dataset.bounds])
    func contentsWithoutAnExtentHaveFeatures(_ viewport: Size) {
        let features = ContentFeatures(
            frames: [Rect](repeating: .zero, count: 100), sectionSizes: [100], viewport: viewport, uniformity: 0)
        #expect(features.breadth == 0 && features.sectionSize == 2)
        #expect(
            features.hits.isFinite && features.scatter.isFinite && features.distance(to: features, byLayout: true) == 0)
    }

    @Test func featuresSayWhatTheyMean() throws {
        func features(_ id: String) throws -> ContentFeatures {
            try #require(try FeatureCatalogue().features(id, n: 10_000))
        }
        #expect(try features("photo-grid").sectionSize == 4)
        #expect(try features("tiny-sections").sectionSize == 0)
        #expect(try features("photo-grid").uniformity == 1 && features("pinterest").uniformity == 0)
        #expect(try features("chat").scatter < 3 && features("free-form").scatter > 3.9)
        #expect(try features("chat").breadth == 0 && features("free-form").breadth > 1)
        #expect(try FeatureCatalogue().features("app.csv", n: 10) == nil)
    }

    /// A dataset of another seed is most like itself, with and without what the layout tells.
    @Test(arguments: [true, false]) func datasetsAreRecognised(_ byLayout: Bool) throws {
        let catalogue = FeatureCatalogue()
        for dataset in Dataset.all {
            let own = try ContentFeatures(dataset.make(3000, 11), viewport: Dataset.bounds)
            let nearest = try Dataset.all.map { other in
                (
                    other.id,
                    try #require(try catalogue.features(other.id, n: 3000)).distance(to: own, byLayout: byLayout)
                )
            }.min { $0.1 < $1.1 }
            #expect(nearest?.0 == dataset.id, "distance \(nearest?.1 ?? -1)")
        }
    }
}
