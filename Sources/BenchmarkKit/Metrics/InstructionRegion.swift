import CBenchmarkSupport

/// A region of code that a profiler finds by the name of a function.
public enum InstructionRegion {
    /// The function that profilers know it by.
    public static let name = "cbs_region"

    /// Runs the body within the region.
    @inline(never)
    public static func run(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            withUnsafePointer(to: body) { pointer in
                cbs_region(
                    { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
                    UnsafeMutableRawPointer(mutating: pointer))
            }
        }
    }
}
