import CBenchmarkSupport
import Foundation

/// What one region allocated on the calling thread.
public struct AllocationCounts: Sendable, Equatable {
    /// Allocations asked for.
    public let allocations: UInt64
    /// Bytes allocated, rounded up by the allocator to its size classes.
    public let bytes: UInt64
    /// Bytes allocated minus bytes freed; negative where the region freed what was there before.
    public let retained: Int64
    /// The most bytes live at once above the region's start; the allocator may miss up to 64 KiB. Nil where it does not
    /// know (jemalloc before 5.3).
    public let approximatePeak: UInt64?
}

/// Counts allocations by means of jemalloc, which has to be linked or preloaded.
///
/// Where that is not possible there is no value, never 0.
public enum AllocationCounter {
    /// Whether this process can count: it runs on jemalloc.
    public static var isAvailable: Bool { cbs_jemalloc_available() }

    /// The command that installs what counting needs.
    public static var installCommand: String { Tool(name: "jemalloc", debian: "libjemalloc2").installCommand }

    /// The environment in which a child process counts: jemalloc preloaded, with a single arena and nothing returned to
    /// the system, so that counts and first touches repeat. Nil where jemalloc is not installed.
    public static var childEnvironment: [String: String]? {
        guard let path = preloadPath else { return nil }
        let configuration = "narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1"
        #if os(macOS)
            return ["DYLD_INSERT_LIBRARIES": path, "MALLOC_CONF": configuration]
        #else
            return ["LD_PRELOAD": path, "MALLOC_CONF": configuration]
        #endif
    }

    /// Runs the body once and counts what the calling thread allocated; an empty region, counted before, is subtracted.
    /// Nil where counting is unavailable.
    ///
    /// What other threads allocate meanwhile may be counted too. The first execution of a body in a process also pays for
    /// the runtime's type metadata (a few dozen allocations): run the body once before. Costs about 50 µs.
    public static func measure(_ body: () -> Void) -> AllocationCounts? {
        guard isAvailable else { return nil }
        // The first region warms the path up, the second tells what an empty one shows.
        guard count({}) != nil, let empty = count({}), let full = count(body) else { return nil }
        return AllocationCounts(
            allocations: full.allocations - min(full.allocations, empty.allocations),
            bytes: full.bytes - min(full.bytes, empty.bytes),
            retained: full.retained - empty.retained,
            approximatePeak: full.approximatePeak
        )
    }

    private static func count(_ body: () -> Void) -> AllocationCounts? {
        var startCount: UInt64 = 0
        var startBytes: UInt64 = 0
        var startFreed: UInt64 = 0
        var endCount: UInt64 = 0
        var endBytes: UInt64 = 0
        var endFreed: UInt64 = 0
        var peak: UInt64 = 0
        guard cbs_jemalloc_thread_freed(&startFreed), cbs_jemalloc_thread_counts(&startCount, &startBytes) else {
            return nil
        }
        let hasPeak = cbs_jemalloc_reset_thread_peak()
        body()
        let peakIsKnown = hasPeak && cbs_jemalloc_thread_peak(&peak)
        guard cbs_jemalloc_thread_counts(&endCount, &endBytes), cbs_jemalloc_thread_freed(&endFreed) else {
            return nil
        }
        return AllocationCounts(
            allocations: endCount - startCount,
            bytes: endBytes - startBytes,
            retained: Int64(endBytes - startBytes) - Int64(endFreed - startFreed),
            approximatePeak: peakIsKnown ? peak : nil
        )
    }

    /// Where distributions install the library.
    private static var preloadPath: String? {
        let candidates = [
            "/usr/lib/\(Environment.architecture)-linux-gnu/libjemalloc.so.2",
            "/usr/lib64/libjemalloc.so.2",
            "/usr/lib/libjemalloc.so.2",
            "/usr/local/lib/libjemalloc.so.2",
            "/opt/homebrew/lib/libjemalloc.2.dylib",
            "/usr/local/lib/libjemalloc.2.dylib",
        ]
        return Tool.isHidden ? nil : candidates.first { FileManager.default.fileExists(atPath: $0) }
    }
}
