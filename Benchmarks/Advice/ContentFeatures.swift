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
    /// How far before the last item the next one begins, in viewports: the decimal logarithm of 1 and the mean.
    var disorder: Double
    /// Whether the layout places an item after the one before, so that a place along the axis tells which items are near.
    var isInTurn: Bool
    /// The share of items in uniform sections.
    var uniformity: Double

    /// Contents of more items are told apart by their first ones, and larger sections count as large.
    static let largestCount = 10_000

    /// Of items in index order.
    ///
    /// A viewport W × H at a random place of a content that is larger meets an item w × h if its corner lies in an area of
    /// (W + w)·(H + h).
    init(frames: [Rect], sectionSizes: [Int], viewport: Size, isInTurn: Bool, uniformity: Double) {
        let count = Double(max(frames.count, 1))
        sectionSize = Self.sectionSize(sectionSizes)
        let width = max(frames.reduce(0) { max($0, $1.maxX) }, viewport.width)
        let height = max(frames.reduce(0) { max($0, $1.maxY) }, viewport.height)
        let met = frames.reduce(0) {
            $0 + min((viewport.width + $1.width) / width, 1) * min((viewport.height + $1.height) / height, 1)
        }
        hits = log10(max(met, 1))
        breadth = log10(width / max(viewport.width, 1))
        let back = zip(frames, frames.dropFirst()).reduce(0) { $0 + max($1.0.minY - $1.1.minY, 0) }
        disorder = log10(1 + back / count / max(viewport.height, 1))
        self.isInTurn = isInTurn
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
        var inTurn = 0
        let folds = content.folds
        for (index, section) in content.sections.enumerated() {
            let count = Int(section.count)
            for item in 0..<count {
                if let frame = cache.frame(of: ElementID(section: index, item: item)) { frames.append(frame) }
            }
            if section.isUniform { uniform += count }
            if folds[Int(section.layout)].positionCount > 0 { inTurn += count }
        }
        self.init(
            frames: frames, sectionSizes: content.sections.map { Int($0.count) }, viewport: viewport,
            isInTurn: 2 * inTurn > content.itemCount,
            uniformity: Double(uniform) / Double(max(content.itemCount, 1)))
    }

    /// How little another content tells of this one; 0 for the same.
    ///
    /// - Parameter byLayout: whether the layout counts as well as the frames that it makes. What is laid out in turn then
    ///   tells nothing of what is not.
    func distance(to other: ContentFeatures, byLayout: Bool) -> Double {
        var squares = [
            sectionSize - other.sectionSize, hits - other.hits, breadth - other.breadth, disorder - other.disorder,
        ]
        if byLayout {
            guard isInTurn == other.isInTurn else { return .infinity }
            squares.append(uniformity - other.uniformity)
        }
        return squares.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Whether a strategy asks the layout for frames, once, and for nothing else.
    static func keepsFrames(_ strategy: String) -> Bool {
        ["tutorial-array", "full-array", "section-buckets", "packed-rtree"].contains(strategy)
    }
}

/// The features of datasets by name, each computed once.
final class FeatureCatalogue {
    private var known: [String: ContentFeatures] = [:]

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
}
