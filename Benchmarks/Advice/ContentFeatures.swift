import CollectionLayout
import Foundation
import Workloads

/// What of a content decides how fast strategies are on it: few numbers, each such that a difference of 1 counts about as
/// much in all of them.
struct ContentFeatures: Equatable {
    /// The decimal logarithm of the number of items in the section of an average item.
    var sectionSize: Double
    /// The decimal logarithm of the number of items that a viewport meets.
    var hits: Double
    /// The decimal logarithm of how many viewports broad the content is.
    var breadth: Double
    /// The decimal logarithm of the number of items in the blocks of consecutive ones that a viewport meets along the axis:
    /// all of them where neighbours in index are far apart.
    var scatter: Double
    /// The share of items in uniform sections.
    var uniformity: Double

    /// About as many items as strategies keep in a block.
    private static let block = 100

    /// Datasets of more items are told apart by their first ones; larger sections, and items more scattered, count as so many.
    static let largestCount = 10_000

    /// Of items in index order.
    ///
    /// A viewport W × H at a random place of a content that is larger meets an item w × h if its corner lies in an area of
    /// (W + w)·(H + h). A content without an extent, all of whose frames are empty, is a point long: all is in view.
    init(frames: [Rect], sectionSizes: [Int], viewport: Size, uniformity: Double) {
        sectionSize = Self.sectionSize(sectionSizes)
        let width = frames.reduce(max(viewport.width, 1)) { max($0, $1.maxX) }
        let height = frames.reduce(max(viewport.height, 1)) { max($0, $1.maxY) }
        let met = frames.reduce(0) {
            $0 + min((viewport.width + $1.width) / width, 1) * min((viewport.height + $1.height) / height, 1)
        }
        hits = log10(max(met, 1))
        breadth = log10(width / max(viewport.width, 1))
        let blocks = stride(from: 0, to: frames.count, by: Self.block).reduce(0.0) { sum, start in
            let block = frames[start..<min(start + Self.block, frames.count)]
            let near = block.reduce(Double.infinity) { min($0, $1.minY) }
            let far = block.reduce(-Double.infinity) { max($0, $1.maxY) }
            return sum + Double(block.count) * min((viewport.height + far - near) / height, 1)
        }
        scatter = log10(min(max(blocks, 1), Double(Self.largestCount)))
        self.uniformity = uniformity
    }

    /// Of sections with these numbers of items.
    static func sectionSize(_ sizes: [Int]) -> Double {
        let items = Double(max(sizes.reduce(0, +), 1))
        let mean = sizes.reduce(0) { $0 + Double($1) * Double($1) } / items
        return log10(min(max(mean, 1), Double(largestCount)))
    }

    /// Of a content. O(n), and its frames for a while.
    init(_ content: Content, viewport: Size) throws(LayoutError) {
        var cache = FullArrayCache()
        try cache.prepare(content)
        var frames: [Rect] = []
        frames.reserveCapacity(content.itemCount)
        var uniform = 0
        for (index, section) in content.sections.enumerated() {
            let count = Int(section.count)
            for item in 0..<count {
                if let frame = cache.frame(of: ElementID(section: index, item: item)) { frames.append(frame) }
            }
            if section.isUniform { uniform += count }
        }
        self.init(
            frames: frames, sectionSizes: content.sections.map { Int($0.count) }, viewport: viewport,
            uniformity: Double(uniform) / Double(max(content.itemCount, 1)))
    }

    /// Which part of the work of laying out all items is left where uniform sections have a closed form, with what it takes to ask
    /// each of them for it.
    var workBesideForms: Double {
        let items = pow(10, sectionSize)
        return 1 - uniformity + uniformity * (min(Self.itemsOfForm / items, 1) + Self.itemsOfQuestion / items)
    }

    /// A form takes as long as about so many items do: 230 ns against 2 ns an item, on photo-days.
    private static let itemsOfForm = 100.0
    /// To ask a section that is too small for a form takes as long as about so many: 20 ns a section against 3 ns an item, on
    /// decorated-sections, whose sections have ten.
    private static let itemsOfQuestion = 10.0

    /// How little another content tells of this one; 0 for the same.
    ///
    /// - Parameter byLayout: whether what the layout tells counts as well as the frames that it makes.
    func distance(to other: ContentFeatures, byLayout: Bool) -> Double {
        var squares = [
            sectionSize - other.sectionSize, hits - other.hits, breadth - other.breadth, scatter - other.scatter,
        ]
        if byLayout { squares.append(uniformity - other.uniformity) }
        return squares.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
}

/// What can be told of datasets by name without measuring them, each computed once.
final class FeatureCatalogue {
    private var known: [String: ContentFeatures] = [:]
    private var knownWork: [String: ContentWork] = [:]

    /// The features of a dataset of the library with as many items; nil for other names.
    func features(_ dataset: String, n: Int) throws -> ContentFeatures? {
        guard let dataset = Dataset.named(dataset) else { return nil }
        let count = min(n, ContentFeatures.largestCount)
        let key = "\(dataset.id)/\(count)"
        if let features = known[key] { return features }
        let features = try ContentFeatures(
            dataset.make(count, Dataset.defaultSeed), viewport: Dataset.bounds)
        known[key] = features
        return features
    }

    /// What strategies do in a dataset of the library; nil for other names.
    func work(in id: String) -> ContentWork? {
        if let work = knownWork[id] { return work }
        let work = Dataset.named(id).map(ContentWork.init)
        knownWork[id] = work
        return work
    }
}
