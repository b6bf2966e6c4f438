import Foundation

/// A folder of a test's own, removed with it; whoever writes to it makes it.
final class Folder {
    let path = NSTemporaryDirectory() + "/benchmark-kit-tests-" + UUID().uuidString

    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
