import BenchmarkKit
import CollectionLayout

/// A recorded scroll: `x,y,width,height` after a header row, a row per frame, in points.
enum ViewportsFile {
    static let columns = ["x", "y", "width", "height"]
    static let traceID = "viewports"

    /// How large the viewport of a recorded scroll is: the first one that shows anything. An app's first frames may come before
    /// its view has a size.
    ///
    /// - Throws: ``InputError`` where none does.
    static func size(of viewports: [Rect], _ path: String) throws(InputError) -> Size {
        guard let first = viewports.first(where: { $0.width > 0 && $0.height > 0 }) else {
            throw InputError("\(path): got empty viewports only, expected one with a width and a height above 0")
        }
        return first.size
    }

    /// The file's viewports.
    ///
    /// - Throws: `FileError`, or `CSVError` that names the line and the column.
    static func viewports(_ path: String) throws -> [Rect] {
        try viewports(text: TextFile.read(path), file: path)
    }

    static func viewports(text: String, file: String) throws(CSVError) -> [Rect] {
        var viewports: [Rect] = []
        for record in try CSVReader.records(text, file: file, columns: columns) { viewports.append(try record.rect()) }
        guard !viewports.isEmpty else {
            throw CSVError(file: file, line: 2, got: "the file's end", expected: "a row for each frame")
        }
        return viewports
    }
}
