import CollectionLayout
import Foundation
import Testing

/// A recorded layout: frames `[x, y, width, height]`, sizes `[width, height]`, insets `[top, left, bottom, right]`.
struct GoldenCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Section: Decodable, Sendable {
        let layout: String
        let count: Int
        let alignment: String?
        let insets: [Double]
        let lineSpacing: Double
        let itemSpacing: Double
        let headerSize: [Double]
        let footerSize: [Double]
        let pinHeaders, pinFooters: Bool
        let effects: [String]
        let itemSizes: [[Double]]?
        let lineFractions: [Double]?
        let aspectRatios: [Double]?
        let lineCount: Int?
        let lineMultiple: Double?
        let canBeBig: [Bool]?
    }

    struct Attribute: Decodable, Sendable {
        let kind: String
        let section: Int
        let item: Int
        let frame: [Double]
        let zIndex: Int?
        let alpha: Double?

        var element: ElementID {
            get throws { ElementID(section: section, item: item, kind: try #require(ElementKind(kind))) }
        }
    }

    /// All attributes after the effects, at a content offset.
    struct Scroll: Decodable, Sendable {
        let contentOffset: [Double]
        let attributes: [Attribute]
    }

    let id: String
    let scrollDirection: String
    let bounds: [Double]
    let contentInset: [Double]
    let contentSize: [Double]
    let sections: [Section]
    let attributes: [Attribute]
    let effects: [Scroll]?

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
            let (layout, values) = try section.add(to: &content, loneItem)
            try #require(values.count == content.folds[layout].valueNames.count * section.count)
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
            let id = try attribute.element
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

extension GoldenCase.Section {
    /// Adds the section's layout to a content, and gives the values of its items.
    fileprivate func add(
        to content: inout Content, _ loneItem: FlowLayout.LoneItem
    ) throws -> (layout: Int, values: [Double]) {
        let insets = EdgeInsets(insets)
        func rowAlignment() throws -> FlowLayout.Alignment {
            let name = try #require(alignment)
            return try #require(FlowLayout.Alignment(rawValue: name))
        }
        switch layout {
        case "flow":
            let flow = FlowLayout(
                insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: try rowAlignment(),
                loneItem: loneItem)
            return (try content.addLayout(flow), try #require(itemSizes).flatMap { $0 })
        case "grid":
            var grid = GridLayout(
                insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: try rowAlignment())
            grid.rows.loneItem = loneItem
            return (
                try content.addLayout(grid),
                zip(try #require(lineFractions), try #require(aspectRatios)).flatMap { [$0, $1] }
            )
        case "staggered":
            let staggered = StaggeredLayout(
                laneCount: try #require(lineCount), insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing)
            return (try content.addLayout(staggered), try #require(aspectRatios))
        case "mosaic":
            let mosaic = MosaicLayout(
                laneCount: try #require(lineCount), insets: insets, lineSpacing: lineSpacing,
                itemSpacing: itemSpacing, lineMultiple: try #require(lineMultiple))
            return (
                try content.addLayout(mosaic),
                zip(try #require(aspectRatios), try #require(canBeBig)).flatMap { [$0, $1 ? 1 : 0] }
            )
        default:
            throw GoldenError(description: "a layout that golden data should not have: \(layout)")
        }
    }
}

struct GoldenError: Error, CustomStringConvertible {
    let description: String
}

/// Whether two numbers are the same to 1e-9, relative, or to a tolerance beyond that.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 0) -> Bool {
    abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) + tolerance
}

/// Whether lists of numbers are the same to 1e-9, relative.
func near(_ a: [Double], _ b: [Double]) -> Bool { a.count == b.count && zip(a, b).allSatisfy { near($0, $1) } }

/// The cases of a file of golden data.
func golden<Case: Decodable>(_ name: String) -> [Case] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name).json")
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

    init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
