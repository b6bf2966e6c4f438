/// What places the items of a section, run by run, from some state on; it keeps nothing.
///
/// It refers to what the cache holds without counting references: it must not outlive the query.
struct OnDemand {
    /// Items of a run: their frames take 1 KiB, the most that is on the stack for sure.
    static let runLength = 32
    /// Doubles of a state that take as much.
    private static let shortState = 128

    let section: Int
    let layout: Unmanaged<ResolvedLayout>
    /// The values of all items, where these stand together, in the lanes of their turn, and are placed at each query.
    let values: ItemValues?
    let state: FoldState
    let frames: UnsafeMutablePointer<Rect>

    /// Calls `body` with what places the items of a section; the state is not set yet.
    @inline(__always)
    static func with<Result>(
        _ section: Int, _ layout: ResolvedLayout, _ values: ItemValues?, _ body: (OnDemand) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: Rect.self, capacity: runLength) { frames in
            let count = layout.stateCount
            return withUnsafeTemporaryAllocation(of: Double.self, capacity: max(count, shortState)) { slots in
                body(
                    OnDemand(
                        section: section, layout: Unmanaged.passUnretained(layout), values: values,
                        state: FoldState(slots.baseAddress!, count: count), frames: frames.baseAddress!))
            }
        }
    }
}

extension HitSink where Self: ~Copyable {
    /// Takes those of up to 32 consecutive items that have a bit, from their frames, moved along the axis.
    @inline(__always)
    mutating func put(
        _ hits: UInt32, _ items: Range<Int>, of section: Int, _ frames: UnsafePointer<Rect>, movedBy shift: Double
    ) {
        reserve(items.count)
        put(hits) { index in
            ElementID(
                section: Int32(truncatingIfNeeded: section),
                item: Int32(truncatingIfNeeded: items.lowerBound &+ index))
        } frame: { index in
            frames[index].offset(x: 0, y: shift)
        }
    }
}
