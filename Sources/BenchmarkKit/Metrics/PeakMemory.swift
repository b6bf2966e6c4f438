import CBenchmarkSupport

/// The process's resident memory.
public enum PeakMemory {
    /// The largest resident set since the process began or `reset()` was called, in bytes; nil where the system does not
    /// tell.
    public static var residentBytes: UInt64? {
        var bytes: UInt64 = 0
        return cbs_peak_resident_bytes(&bytes) ? bytes : nil
    }

    /// Makes the present resident set the largest so far; false where the system cannot (anything but Linux).
    @discardableResult
    public static func reset() -> Bool {
        cbs_reset_peak_resident()
    }

    /// Asks the allocator to keep freed memory, so that building a structure again does not pay for the first touch of
    /// its pages (about 1 ns a byte in a virtual machine) once more. False where it cannot (anything but glibc).
    ///
    /// Call it at the start of a process that measures time, not in one that measures memory.
    @discardableResult
    public static func keepFreedMemory() -> Bool {
        cbs_keep_freed_memory()
    }
}
