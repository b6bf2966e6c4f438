/// What is known when this module is compiled.
extension Environment {
    /// `linux`, `macos` or `unknown`.
    public static var operatingSystem: String {
        #if os(Linux)
            "linux"
        #elseif os(macOS)
            "macos"
        #else
            "unknown"
        #endif
    }

    /// `x86_64`, `aarch64` or `unknown`.
    public static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "unknown"
        #endif
    }

    /// The compiler's major and minor version, such as `6.3`.
    public static var toolchain: String {
        #if compiler(>=7.0)
            "7.0"
        #elseif compiler(>=6.6)
            "6.6"
        #elseif compiler(>=6.5)
            "6.5"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #elseif compiler(>=6.2)
            "6.2"
        #else
            "6.1"
        #endif
    }

    /// `debug` or `release`.
    public static var configuration: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// The ``id`` of what runs on this machine.
    public static var currentID: String { id(operatingSystem, architecture, toolchain) }

    static func id(_ operatingSystem: String, _ architecture: String, _ toolchain: String) -> String {
        "\(operatingSystem)-\(architecture)-swift\(toolchain)"
    }
}
