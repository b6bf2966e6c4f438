import CollectionLayout
import Testing
import Workloads

typealias Engine = CollectionLayoutEngine<IncrementalCache>

extension LayoutIndexPath {
    /// A shorter way to write paths in tests.
    init(_ section: Int, _ item: Int) { self.init(item: item, section: section) }
}

/// A list of rows 50 pt long without spacing in bounds 100 pt across and 200 pt along, not transposed.
func listEngine(
    _ axis: Axis = .vertical, counts: [Int] = [20], lengths: [Double]? = nil, offset: Double = 0,
    contentInset: EdgeInsets = .zero, headerLength: Double = 0
) throws -> Engine {
    let size = axis.transpose(Size(width: 100, height: 200))
    var content = try Content(axis: axis, bounds: size, contentInset: contentInset)
    let list = try content.addLayout(ListLayout(lineSpacing: 0))
    for count in counts {
        try content.appendSection(
            layout: list, values: lengths ?? [Double](repeating: 50, count: count),
            header: axis.transpose(Size(width: headerLength > 0 ? 100 : 0, height: headerLength)))
    }
    return try Engine(
        content, bounds: Rect(origin: axis.transpose(Point(x: 0, y: offset)), size: size), contentInset: contentInset)
}

extension CollectionLayoutEngine {
    /// A cell of the first section measures itself, which awaits its layout.
    mutating func measure(_ item: Int, height: Double) throws {
        let original = try #require(layoutAttributesForItem(at: LayoutIndexPath(0, item)))
        measure(original, Size(width: original.size.width, height: height))
    }

    /// An element measures itself, which awaits its layout.
    ///
    /// - Returns: What that invalidates; nil if it has the size that it prefers.
    @discardableResult
    mutating func measure(_ original: LayoutAttributes, _ size: Size) -> InvalidationContext? {
        var preferred = original
        preferred.size = size
        guard shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original) else {
            return nil
        }
        let context = invalidationContext(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
        invalidateLayout(with: context)
        return context
    }
}

/// Sections of several layouts with headers, footers and backgrounds.
func mixedEngine(
    _ axis: Axis = .vertical, seed: UInt64 = 1, offset: Double = 0, effects: EffectLayer = EffectLayer()
) throws -> Engine {
    let content = try effectContent(
        NamedLayout.all.filter { $0.id != "circle" }, counts: [4, 9, 2, 0, 6, 5, 3, 8, 7, 11], axis: axis, seed: seed)
    let size = axis.transpose(Size(width: 390, height: 300))
    return try Engine(
        content, bounds: Rect(origin: axis.transpose(Point(x: 0, y: offset)), size: size), effects: effects)
}
