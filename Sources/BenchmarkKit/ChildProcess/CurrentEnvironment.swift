import Foundation

/// The variables of this process.
enum CurrentEnvironment {
    /// Each as `NAME=value`. C's `environ` is a mutable global, which strict concurrency rejects.
    static var entries: [String] {
        ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    }
}
