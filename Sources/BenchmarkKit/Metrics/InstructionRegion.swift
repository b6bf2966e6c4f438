import CBenchmarkSupport

/// Regions of code that a profiler finds by name: `cbs_region_0`, `cbs_region_1`…
public enum InstructionRegion {
    /// How many regions there are.
    public static var count: Int { Int(cbs_region_count()) }

    /// The function that profilers know a region by.
    public static func name(_ number: Int) -> String { "cbs_region_\(number)" }

    /// Runs the body within a region.
    ///
    /// - Precondition: the region exists.
    @inline(never)
    public static func run(_ number: Int, _ body: () -> Void) {
        precondition((0..<count).contains(number), "There is no region \(number).")
        withoutActuallyEscaping(body) { body in
            withUnsafePointer(to: body) { pointer in
                cbs_run_region(
                    Int32(number), { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
                    UnsafeMutableRawPointer(mutating: pointer))
            }
        }
    }
}
