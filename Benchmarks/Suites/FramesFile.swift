import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// Frames of an app's own layout: `section,item,kind,x,y,width,height` after a header row, in points.
enum FramesFile {
    static let columns = ["section", "item", "kind", "x", "y", "width", "height"]

    /// An input of the file's frames; its id is the file's name, unless results would then pass for those of a dataset.
    ///
    /// - Throws: `FileError`, `CSVError` that names the line and the column, or ``InputError`` for an element that is there
    ///   twice.
    static func input(_ path: String) throws -> Input {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let id = Dataset.named(name) == nil ? name : "frames-of-\(name)"
        return try input(text: TextFile.read(path), file: path, id: id)
    }

    static func input(text: String, file: String, id: String) throws -> Input {
        let records = try CSVReader.records(text, file: file, columns: columns)
        guard !records.isEmpty else {
            throw CSVError(file: file, line: 2, got: "the file's end", expected: "a row for each element")
        }
        var values: [Double] = []
        var names: [ElementID] = []
        values.reserveCapacity(4 * records.count)
        names.reserveCapacity(records.count)
        var lines: [ElementID: Int] = [:]
        lines.reserveCapacity(records.count)
        for record in records {
            let name = try name(record)
            if let line = lines.updateValue(record.line, forKey: name) {
                throw InputError("\(file):\(record.line): \(name) is already in line \(line)")
            }
            names.append(name)
            let frame = try record.rect()
            values += [frame.x, frame.y, frame.width, frame.height]
        }
        // Frames stay as they are: an app's own need not lie on the engine's grain.
        var content = try Content(bounds: Size(width: 0, height: 0), snapping: .none)
        let layout = try content.addLayout(FreeFormLayout())
        try content.appendSection(layout: layout, values: values)
        return Input(id: id, content: content, names: names)
    }

    private static func name(_ record: CSVRecord) throws(CSVError) -> ElementID {
        guard let kind = ElementKind(record.text("kind")) else {
            throw record.error("kind", expected: "cell, header, footer, supplementary-N or decoration-N")
        }
        return ElementID(section: try record.index("section"), item: try record.index("item"), kind: kind)
    }
}

extension CSVRecord {
    /// An index of a section or an item.
    fileprivate func index(_ column: String) throws(CSVError) -> Int {
        let value = try integer(column)
        guard (0...Int(Int32.max)).contains(value) else {
            throw error(column, expected: "a whole number from 0 to \(Int32.max)")
        }
        return value
    }

    /// The rectangle in the columns x, y, width and height.
    func rect() throws(CSVError) -> Rect {
        let rect = Rect(
            x: try coordinate("x", from: -Snapping.largestCoordinate),
            y: try coordinate("y", from: -Snapping.largestCoordinate), width: try coordinate("width", from: 0),
            height: try coordinate("height", from: 0))
        for (column, end) in [("width", rect.maxX), ("height", rect.maxY)] where end > Snapping.largestCoordinate {
            throw error(column, expected: "one that ends at \(Snapping.largestCoordinate) at most")
        }
        return rect
    }

    private func coordinate(_ column: String, from least: Double) throws(CSVError) -> Double {
        let value = try number(column)
        guard value >= least, value <= Snapping.largestCoordinate else {
            throw error(column, expected: "a number from \(least) to \(Snapping.largestCoordinate)")
        }
        return value
    }
}
