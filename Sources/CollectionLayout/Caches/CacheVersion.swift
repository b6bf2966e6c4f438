import Synchronization

/// Tells what caches hold apart: each one made is another one, in the whole process.
///
/// A buffer remembers the version of the cache that gave it its last answer: after a change, or from another cache, the same query
/// is a search again.
public struct CacheVersion: Hashable, Sendable, BitwiseCopyable {
    private static let last = Atomic<UInt64>(0)

    /// From 1 on.
    @usableFromInline let number: UInt64

    /// A version that no cache has had before. May be called on several threads at the same time.
    public init() { number = Self.last.add(1, ordering: .relaxed).newValue }
}
