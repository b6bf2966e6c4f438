import Foundation

/// Programs that others have installed, or not.
enum Tool {
    /// Where a program lies, or nil.
    static func path(of program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What a user types to install a package.
    static func installCommand(debian: String, homebrew: String) -> String {
        #if os(macOS)
            "brew install \(homebrew)"
        #else
            "apt-get install \(debian)"
        #endif
    }
}
