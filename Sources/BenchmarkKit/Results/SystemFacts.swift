import Foundation

/// Small questions to the system.
enum SystemFacts {
    /// The kernel's name and release, such as `Linux 6.1.0`.
    static var kernel: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return "\(text(of: name.sysname)) \(text(of: name.release))"
    }

    /// The processor's model; empty where the system does not tell.
    static var cpuModel: String {
        #if canImport(Darwin)
            var buffer = [UInt8](repeating: 0, count: 256)
            var size = buffer.count
            guard sysctlbyname("machdep.cpu.brand_string", &buffer, &size, nil, 0) == 0 else { return "" }
            return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let text = (try? TextFile.read("/proc/cpuinfo")) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("model name") || $0.hasPrefix("Model") }
            let value = line?.split(separator: ":", maxSplits: 1).last ?? ""
            return value.trimmingCharacters(in: .whitespaces)
        #endif
    }

    /// Runnable threads over the last minute.
    static var loadAverage: Double? {
        var loads = [0.0]
        return getloadavg(&loads, 1) == 1 ? loads[0] : nil
    }

    /// The text of one of `utsname`'s character arrays, which Swift imports as tuples.
    private static func text<T>(of characters: T) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
