import Foundation

/// A program that is not part of the package, and the command that installs it.
public struct Tool: Sendable, Equatable {
    /// The program's name.
    public let name: String
    /// The packages that bring it.
    private let debianPackage: String
    private let homebrewPackage: String
    /// Whether it runs this program.
    private let isWrapper: Bool

    /// A program.
    ///
    /// - Parameters:
    ///   - debian: The Debian package that brings it, if that has another name.
    ///   - homebrew: The Homebrew formula that brings it, if that has another name.
    public init(name: String, debian: String? = nil, homebrew: String? = nil) {
        self.init(name: name, debian: debian, homebrew: homebrew, isWrapper: false)
    }

    private init(name: String, debian: String? = nil, homebrew: String? = nil, isWrapper: Bool) {
        self.name = name
        self.isWrapper = isWrapper
        debianPackage = debian ?? name
        homebrewPackage = homebrew ?? name
    }

    /// valgrind, which counts instructions.
    public static let valgrind = Tool(name: "valgrind", isWrapper: true)

    /// Keeps tools that run this program from being found: programs built with a sanitizer run neither under an emulator nor on another
    /// allocator.
    static var isHidden: Bool { ProcessInfo.processInfo.environment["BENCHMARKS_WITHOUT_TOOLS"] != nil }

    /// Where it is in PATH; nil where it is not installed.
    public var path: String? {
        guard !(isWrapper && Self.isHidden) else { return nil }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The command that installs it.
    public var installCommand: String {
        #if os(macOS)
            "brew install \(homebrewPackage)"
        #else
            "apt-get install \(debianPackage)"
        #endif
    }
}
