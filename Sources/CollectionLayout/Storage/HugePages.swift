#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Memory for large arrays, on huge pages where the system has them to give.
///
/// On Linux most distributions give huge pages to those who ask (`madvise` in
/// `/sys/kernel/mm/transparent_hugepage/enabled`). They matter twice: the first touch of memory costs a page fault for
/// each 2 MiB instead of one for each 4 KiB, and a random access rarely misses the TLB, which on a virtual machine costs
/// as much as the access itself. Elsewhere this is a plain allocation.
enum HugePages {
    /// Bytes of a huge page on x86-64, and on arm64 with base pages of 4 KiB.
    private static let pageSize = 2 << 20

    /// Allocates room for elements, uninitialised; to be given back with `deallocate()`.
    static func allocate<Element: BitwiseCopyable>(capacity: Int) -> UnsafeMutablePointer<Element> {
        #if os(Linux) || os(Android)
            let byteCount = capacity * MemoryLayout<Element>.stride
            if byteCount >= pageSize {
                let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: pageSize)
                // What does not fill a huge page stays on small ones: no byte more is held than was asked for. Advice
                // that is not taken changes nothing.
                _ = madvise(memory, byteCount / pageSize * pageSize, MADV_HUGEPAGE)
                return memory.bindMemory(to: Element.self, capacity: capacity)
            }
        #endif
        return .allocate(capacity: capacity)
    }
}
