import Foundation

/// libFuzzer's entry for the readers of files: none may crash, and what one accepts must read back as the same once it is
/// written. The first byte chooses the reader. Compiled into the module of the readers by `scripts/fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReaders(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: bytes + 1, count: count - 1), as: UTF8.self)
    let headed = { (columns: [String]) in CSV.line(columns) + text }
    switch bytes[0] % 7 {
    case 0:
        check(text) {
            try? CSVReader.lines($0, file: "f").map(\.fields)
        } written: {
            $0.map(CSV.line).joined()
        }
    case 1:
        check(headed(ResultRow.columns)) {
            try? ResultFile.rows($0, file: "f")
        } written: { rows in
            ([ResultRow.columns] + rows.map(\.fields)).map(CSV.line).joined()
        }
    case 2:
        check(headed(Threshold.columns)) {
            try? ThresholdFile(text: $0, file: "f")
        } written: {
            $0.text
        }
    case 3:
        check(text) {
            try? JSONText.value($0, file: "f")
        } written: {
            $0.text(depth: 1)
        }
    case 4:
        check(text) {
            LogLinearHistogram(text: $0)
        } written: {
            $0.text
        }
    case 5: _ = CallgrindProfile(text: text)
    default:
        _ = try? ArgumentValue.duration(text)
        _ = try? ArgumentValue.size(text)
        _ = try? ArgumentValue.seed(text)
        _ = try? ArgumentValue.shard(text)
    }
    return 0
}

private func check<T: Equatable>(_ text: String, read: (String) -> T?, written: (T) -> String) {
    guard let value = read(text) else { return }
    let again = written(value)
    guard let second = read(again) else { fatalError("what was written cannot be read: \(again)") }
    // Empty lines and superfluous digits may go; from then on nothing changes.
    precondition(read(written(second)) == second, "reading and writing do not settle: \(again)")
}
