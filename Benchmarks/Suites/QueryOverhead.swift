import BenchmarkKit
import CollectionLayout
import Workloads

/// What the harness itself costs in a batch of queries: the loop, the next viewport, the buffer, the call.
enum QueryOverhead {
    /// More than this would distort queries of tens of nanoseconds, even though it is subtracted.
    static let largest = 2.0

    /// Nanoseconds a query: the least of some 50 samples of queries that do nothing. Measured once a process, in 15 ms.
    static let nanoseconds = least(candidate())

    /// The same of an edit with the query after it: the edit is copied besides.
    static let editNanoseconds: Double = {
        let edits = (0..<64).map { [Change.resize(section: 0, item: $0, to: [1])] }
        return least(subject().updateCandidate(edits, edits.map { _ in viewport }))
    }()

    private static func least(_ candidate: Candidate) -> Double {
        var plan = SamplingPlan()
        plan.budget = .milliseconds(15)
        return InterleavedSampler(plan: plan).sample([candidate]).summary(of: EmptyCache.id)?.minimum ?? 0
    }

    /// Allocations of the harness within timed regions and single timed queries; nil where they cannot be counted.
    static func allocations() -> UInt64? {
        let candidate = candidate()
        var recorder = LatencyRecorder()
        // What runs first also pays for the metadata of types.
        keep(candidate.run(0, 1))
        recorder.record(candidate, first: 0, count: 1)
        return AllocationCounter.measure {
            for first in 0..<100 { TimedRegion.run(candidate, first: first, count: 100) }
            recorder.record(candidate, first: 0, count: 1000)
        }?.allocations
    }

    private static let viewport = Rect(x: 0, y: 0, width: 1, height: 1)

    /// Opaque, so that no loop is made for this type: strategies are called through their table of functions.
    private static func subject() -> any Subject {
        opaque(CacheStrategy(EmptyCache.id, "finds nothing", bytesPerItem: 0) { EmptyCache() }).subject()
    }

    /// Queries that find nothing without looking, asked as those of strategies are.
    private static func candidate() -> Candidate {
        subject().queryCandidate(
            Replay(viewports: Array(repeating: viewport, count: QueryCheck.quickFrames)), through: nil)
    }
}

/// A cache of nothing, whose query does nothing.
private struct EmptyCache: AttributeCache {
    static let id = "empty"
    private let none = FullArrayCache()

    mutating func prepare(_ content: Content) throws(LayoutError) {}
    mutating func apply(_ changes: [Change]) throws(LayoutError) {}
    mutating func apply(_ change: Change) throws(LayoutError) {}
    var content: Content { none.content }
    var contentSize: Size { none.contentSize }
    var elementCount: Int { 0 }
    var byteCount: Int { 0 }
    func frame(of id: ElementID) -> Rect? { nil }
    func geometry(ofSection section: Int) -> SectionGeometry { none.geometry(ofSection: section) }
    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {}
}
