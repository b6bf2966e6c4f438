import Foundation

/// This program's file.
enum Executable {
    /// Its path: what the system says on Linux, the first argument elsewhere.
    static var path: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? Bundle.main.executablePath
            ?? CommandLine.arguments[0]
    }
}
