import CollectionLayout
import Foundation
import Testing

/// A recorded layout: frames `[x, y, width, height]`, sizes `[width, height]`, insets `[top, left, bottom, right]`.
struct GoldenCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Section: Decodable, Sendable {
        let layout: String
        let count: Int
        let alignment: String
        let insets: [Double]
        let lineSpacing: Double
        let itemSpacing: Double
        let headerSize: [Double]
        let footerSize: [Double]
        let itemSizes: [[Double]]?
        let lineFractions: [Double]?
        let aspectRatios: [Double]?
    }

    struct Attribute: Decodable, Sendable {
        let kind: String
        let section: Int
        let item: Int
        let frame: [Double]
    }

    let id: String
    let scrollDirection: String
    let bounds: [Double]
    let contentInset: [Double]
    let contentSize: [Double]
    let sections: [Section]
    let attributes: [Attribute]

    var testDescription: String { id }
    var axis: Axis { get throws { try #require(Axis(rawValue: scrollDirection)) } }

    static func load(_ name: String) -> [GoldenCase] { golden(name) }

    /// The content of the case.
    func content(
        _ fidelity: Fidelity, _ snapping: Snapping, loneItem: FlowLayout.LoneItem = .start
    ) throws -> Content {
        var content = try Content(
            axis: axis, bounds: Size(bounds), contentInset: EdgeInsets(contentInset), snapping: snapping,
            fidelity: fidelity)
        for section in sections {
            let insets = EdgeInsets(section.insets)
            let alignment = try #require(FlowLayout.Alignment(rawValue: section.alignment))
            let layout: Int
            let values: [Double]
            if let sizes = section.itemSizes {
                try #require(section.layout == "flow")
                layout = try content.addLayout(
                    FlowLayout(
                        insets: insets, lineSpacing: section.lineSpacing, itemSpacing: section.itemSpacing,
                        alignment: alignment, loneItem: loneItem))
                values = sizes.flatMap { $0 }
            } else {
                try #require(section.layout == "grid")
                var grid = GridLayout(
                    insets: insets, lineSpacing: section.lineSpacing, itemSpacing: section.itemSpacing,
                    alignment: alignment)
                grid.rows.loneItem = loneItem
                layout = try content.addLayout(grid)
                let fractions = try #require(section.lineFractions)
                let ratios = try #require(section.aspectRatios)
                try #require(fractions.count == ratios.count)
                values = zip(fractions, ratios).flatMap { [$0, $1] }
            }
            try #require(values.count == 2 * section.count)
            try content.appendSection(
                layout: layout, values: values, header: Size(section.headerSize), footer: Size(section.footerSize))
        }
        return content
    }

    /// What a cache answers otherwise, element by element.
    func differences(
        _ cache: some AttributeCache, tolerance: (_ element: Int) -> Double = { _ in 0 }
    ) throws -> [String] {
        var differences: [String] = []
        let size = try axis.transpose(cache.contentSize)
        if !near(size.width, contentSize[0], tolerance(attributes.count))
            || !near(size.height, contentSize[1], tolerance(attributes.count))
        {
            differences.append("content size \(size), expected \(contentSize)")
        }
        if cache.elementCount != attributes.count {
            differences.append("\(cache.elementCount) elements, expected \(attributes.count)")
        }
        var seen: Set<ElementID> = []
        for (index, attribute) in attributes.enumerated() {
            let kind = try #require(ElementKind(attribute.kind))
            let id = ElementID(section: attribute.section, item: attribute.item, kind: kind)
            #expect(seen.insert(id).inserted, "\(id) stands in the file twice")
            guard let frame = cache.frame(of: id) else {
                differences.append("\(id) has no frame")
                continue
            }
            let got = try axis.transpose(frame)
            if !zip(got.numbers, attribute.frame).allSatisfy({ near($0, $1, tolerance(index)) }) {
                differences.append("\(id): \(got), expected \(attribute.frame)")
            }
        }
        return differences
    }
}

/// Whether two numbers are the same to 1e-9, relative, or to a tolerance beyond that.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 0) -> Bool {
    abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) + tolerance
}

/// The cases of a file beside the tests.
func golden<Case: Decodable>(_ name: String, file: String = #filePath) -> [Case] {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Golden/\(name).json")
    do {
        return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
    } catch {
        fatalError("\(url.path): \(error)")
    }
}

extension Size {
    init(_ numbers: [Double]) { self.init(width: numbers[0], height: numbers[1]) }
}

extension EdgeInsets {
    init(_ numbers: [Double]) {
        self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }
}

extension Rect {
    var numbers: [Double] { [x, y, width, height] }
}
