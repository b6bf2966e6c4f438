import CollectionLayout
import Foundation
import LayoutTestSupport

/// A file of golden data beside the tests, whose source file is at `file`.
func goldenData(_ name: String, file: StaticString = #filePath) throws -> Data {
    let golden = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")
    return try Data(contentsOf: golden.appendingPathComponent(name))
}

/// Frames that PluginLayout computed, with the parameters it was given: one case of a golden file.
struct PluginLayoutGolden: Decodable {
    struct Section: Decodable {
        let layout: String
        let count: Int
        let insets: [Double]
        let lineSpacing: Double
        let itemSpacing: Double
        let headerSize: [Double]
        let footerSize: [Double]
        let alignment: String?
        let itemSizes: [[Double]]?
        let lineFractions: [Double]?
        let aspectRatios: [Double]?
        let lineCount: Int?
        let lineMultiple: Double?
        let canBeBig: [Bool]?
    }

    struct Attributes: Decodable {
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
    let attributes: [Attributes]

    /// The cases of a golden file of PluginLayout.
    static func cases(_ name: String) throws -> [PluginLayoutGolden] {
        try JSONDecoder().decode([PluginLayoutGolden].self, from: goldenData(name))
    }

    /// The content to lay out; as PluginLayout does unless said otherwise.
    func content(snapping: Snapping = .none, fidelity: Fidelity = .faithful) throws -> Content {
        var content = try Content(
            axis: axis, bounds: Size(bounds), contentInset: EdgeInsets(contentInset), snapping: snapping,
            fidelity: fidelity)
        for section in sections {
            let (layout, values) = try section.add(to: &content)
            try content.appendSection(
                layout: layout, values: values, header: Size(section.headerSize), footer: Size(section.footerSize))
        }
        return content
    }

    var axis: Axis { scrollDirection == "vertical" ? .vertical : .horizontal }

    /// What differs between the frames of a prepared cache and the golden ones; empty if nothing does.
    func differences(from cache: some AttributeCache) -> [String] {
        var differences: [String] = []
        let size = axis.transpose(cache.contentSize)
        if !Self.close([size.width, size.height], contentSize) {
            differences.append("\(id): content size \(size), expected \(contentSize)")
        }
        if cache.elementCount != attributes.count {
            differences.append("\(id): \(cache.elementCount) elements, expected \(attributes.count)")
        }
        for element in attributes {
            guard let kind = ElementKind(element.kind) else {
                differences.append("\(id): unknown kind \(element.kind)")
                continue
            }
            let name = ElementID(section: element.section, item: element.item, kind: kind)
            let frame = cache.frame(of: name).map(axis.transpose)
            if frame.map({ Self.close($0.list, element.frame) }) != true {
                differences.append("\(id): \(name) \(frame?.list ?? []), expected \(element.frame)")
            }
        }
        return differences
    }

    /// Whether numbers are equal to 1e-9, relative to the larger one where that is above 1.
    static func close(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * max(abs($0), abs($1), 1) }
    }
}

extension PluginLayoutGolden.Section {
    /// Adds the section's layout to a content, and gives the values of its items.
    fileprivate func add(to content: inout Content) throws -> (layout: Int, values: [Double]) {
        let insets = EdgeInsets(insets)
        let ratios = aspectRatios ?? []
        switch layout {
        case "flow":
            let flow = FlowLayout(
                insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: try rowAlignment())
            return (try content.addLayout(flow), itemSizes!.flatMap { $0 })
        case "grid":
            let grid = GridLayout(
                insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: try rowAlignment())
            return (try content.addLayout(grid), zip(lineFractions!, ratios).flatMap { [$0, $1] })
        case "staggered":
            let staggered = StaggeredLayout(
                laneCount: lineCount!, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing)
            return (try content.addLayout(staggered), ratios)
        case "mosaic":
            let mosaic = MosaicLayout(
                laneCount: lineCount!, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing,
                lineMultiple: lineMultiple!)
            return (try content.addLayout(mosaic), zip(ratios, canBeBig!).flatMap { [$0, $1 ? 1 : 0] })
        default:
            throw CheckFailure("a layout that golden data should not have: \(layout)")
        }
    }

    private func rowAlignment() throws -> FlowLayout.Alignment {
        guard let alignment, let value = FlowLayout.Alignment(rawValue: alignment) else {
            throw CheckFailure("an alignment that golden data should not have: \(alignment ?? "none")")
        }
        return value
    }
}

extension Rect {
    /// x, y, width and height as golden data lists them.
    var list: [Double] { [x, y, width, height] }

    /// From x, y, width and height as golden data lists them.
    init(_ list: [Double]) { self.init(x: list[0], y: list[1], width: list[2], height: list[3]) }
}
