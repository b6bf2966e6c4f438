import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

@Suite struct TileOrderTests {
    /// How boxes may lie on the plane.
    enum Arrangement: String, CaseIterable {
        case even, crowded, outlier, column, row, alike, negative, tiny

        func boxes(_ count: Int) -> FlatArray<Rect> {
            var random = SplitMix64(seed: 3)
            return FlatArray(
                (0..<count).map { index in
                    let (x, y) = (random.uniform(0, 1e4), random.uniform(0, 1e4))
                    let size = Size(width: random.uniform(0, 10), height: random.uniform(0, 10))
                    switch self {
                    case .even: return Rect(origin: Point(x: x, y: y), size: size)
                    case .crowded: return Rect(origin: Point(x: x * x * x * 1e-8, y: y * y * y * 1e-8), size: size)
                    case .outlier:
                        return Rect(origin: index == 0 ? Point(x: 4e12, y: 4e12) : Point(x: x, y: y), size: size)
                    case .column: return Rect(origin: Point(x: 1, y: y), size: size)
                    case .row: return Rect(origin: Point(x: x, y: 1), size: size)
                    case .alike: return Rect(x: 1, y: 2, width: 3, height: 4)
                    case .negative: return Rect(origin: Point(x: x - 2e4, y: y - 2e4), size: size)
                    case .tiny: return Rect(x: x * 1e-9, y: y * 1e-9, width: 0, height: 0)
                    }
                })
        }
    }

    /// The extent of some boxes from the origin on, as a content has it.
    private func size(_ boxes: FlatArray<Rect>) -> Size {
        boxes.array.reduce(into: .zero) {
            $0 = Size(width: max($0.width, $1.maxX), height: max($0.height, $1.maxY))
        }
    }

    @Test(arguments: Arrangement.allCases)
    func holdsEveryBoxOnce(_ arrangement: Arrangement) {
        for count in [0, 1, 2, 15, 16, 17, 255, 256, 257, 3000, 70_000] {
            let boxes = arrangement.boxes(count)
            for size in [size(boxes), .zero, Size(width: 1, height: 1e12)] {
                let entries = TileOrder(boxes, in: size).entries.array
                #expect(entries.map(\.index).sorted() == (0..<count).map(UInt32.init), "\(count) in \(size)")
                let holdsItsOwn = entries.allSatisfy { entry in
                    entry.box.edges == BoxTree.Box(around: boxes[Int(entry.index)]).edges
                }
                #expect(holdsItsOwn, "\(count) in \(size)")
            }
        }
    }

    /// Sort-tile-recursive with comparison sorts, in the tree's own proportions.
    private func sorted(_ boxes: FlatArray<Rect>, _ size: Size) -> [Rect] {
        func sort(_ boxes: [Rect], every count: Int, _ isBefore: (Rect, Rect) -> Bool) -> [[Rect]] {
            let all = boxes.sorted(by: isBefore)
            return stride(from: 0, to: all.count, by: count).map { Array(all[$0..<min($0 + count, all.count)]) }
        }
        func isAbove(_ a: Rect, _ b: Rect) -> Bool { a.y + a.maxY < b.y + b.maxY }
        func isLeft(_ a: Rect, _ b: Rect) -> Bool { a.x + a.maxX < b.x + b.maxX }
        let tiles = Double((boxes.count + 255) / 256)
        let inStrip = max((tiles * size.width / size.height).squareRoot().rounded(.up), 1)
        return sort(boxes.array, every: 256 * Int(min(inStrip, tiles)), isAbove)
            .flatMap { sort($0, every: 256, isLeft) }
            .flatMap { sort($0, every: 64, isAbove) }
            .flatMap { sort($0, every: 16, isLeft) }
            .flatMap { $0 }
    }

    /// How long the edges of the boxes around so many consecutive rects are together.
    private func edges(_ rects: [Rect], every count: Int) -> Double {
        stride(from: 0, to: rects.count, by: count).reduce(0) { sum, first in
            let whole = rects[first..<min(first + count, rects.count)].reduce(rects[first]) { $0.union($1) }
            return sum + whole.width + whole.height
        }
    }

    /// As compact as with exact sorts, give or take a few per cent.
    @Test(arguments: [Arrangement.even, .crowded, .column, .row])
    func tilesAreAsCompactAsAfterExactSorts(_ arrangement: Arrangement) {
        let boxes = arrangement.boxes(40_000)
        let size = size(boxes)
        let tiled = TileOrder(boxes, in: size).entries.array.map { boxes[Int($0.index)] }
        let exact = sorted(boxes, size)
        #expect(edges(tiled, every: 256) < 1.03 * edges(exact, every: 256))
        #expect(edges(tiled, every: 16) < 1.1 * edges(exact, every: 16))
    }

    @Test func paysWhereNeighboursLieFarApart() {
        #expect(TileOrder.pays(for: Arrangement.even.boxes(4096)))
        #expect(TileOrder.pays(for: Arrangement.even.boxes(200_000)))
        let rows = FlatArray(
            (0..<200_000).map { Rect(x: Double($0 % 4) * 97, y: Double($0 / 4) * 97, width: 95, height: 95) })
        #expect(!TileOrder.pays(for: rows))
        #expect(!TileOrder.pays(for: FlatArray()))
    }
}
