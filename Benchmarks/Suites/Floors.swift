import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// What a strategy cannot be faster than on this machine: measured beside the strategies, in the same rounds.
enum Floor: String, CaseIterable {
    /// A query that knows beforehand what it finds: writes the ids.
    case emit
    /// The same after one load from memory as large as the frames, at the viewport's place, which the next query waits for.
    case miss
    /// A prepare that only writes frames, into memory that was used before.
    case fill
    /// The same into memory fresh from the system, in huge pages where there are any.
    case touch
    /// A prepare that only reads the values of all items, once, in memory that was used before: what strategies without frames
    /// cannot do without.
    case read

    /// The name of the suite in results.
    static let suite = "floors"

    /// The name in results.
    var id: String { "floor-\(rawValue)" }
    static func named(_ id: String) -> Floor? { allCases.first { $0.id == id } }

    /// What the names mean.
    static let explanation =
        "The floors are what no search can be faster than here: \(fill.id) writes frames into memory that was used "
        + "before, \(touch.id) into fresh memory; \(read.id) reads the values of all items once; \(emit.id) writes the ids that a query finds, \(miss.id) after one load "
        + "that the caches may miss."

    /// What is measured of it.
    func quality(trace: String = "") -> Results.Quality {
        Results.Quality(trace.isEmpty ? "prepare" : "query", trace: trace)
    }
}

/// The floors of a scroll.
final class QueryFloors {
    /// As large as a frame each, all of them 0, which the compiler does not know.
    private let lines: FlatArray<SIMD4<UInt64>>
    /// Which line each viewport reads.
    private let places: [Int]
    /// Ids that a query finds.
    private let hitCount: Int
    private var hits = HitBuffer()

    /// - Parameters:
    ///   - length: the extent of the content along the axis.
    ///   - itemCount: the number of frames.
    ///   - hitCount: how many elements a query finds in the mean.
    init(_ viewports: [Rect], length: Double, itemCount: Int, hitCount: Int) {
        let lineCount = max(itemCount, 1)
        lines = FlatArray(repeating: .zero, count: lineCount)
        places = viewports.map { viewport in
            let part = length > 0 ? min(max(viewport.minY / length, 0), 1) : 0
            return Int(part * Double(lineCount - 1))
        }
        self.hitCount = hitCount
        hits.reserve(hitCount + 8)
    }

    var candidates: [Candidate] {
        [
            Candidate(name: Floor.emit.id) { [self] first, count in
                run(first, count, into: &hits) { place in UInt64(truncatingIfNeeded: place) }
            },
            Candidate(name: Floor.miss.id) { [self] first, count in
                var last: UInt64 = 0
                return run(first, count, into: &hits) { place in
                    last = lines[place &+ Int(truncatingIfNeeded: last)].x
                    return last &+ UInt64(truncatingIfNeeded: place)
                }
            },
        ]
    }

    /// Answers queries: finds where the ids begin and writes them.
    @inline(__always)
    private func run(_ first: Int, _ count: Int, into hits: inout HitBuffer, _ find: (_ place: Int) -> UInt64) -> UInt64
    {
        var frame = first % places.count
        // Other lines in each sample: the same ones again would be in the caches, of which a query's frames fill more.
        let shift = first / places.count &* 8191 % lines.count
        var sum: UInt64 = 0
        for _ in 0..<count {
            let place = places[frame] &+ shift
            var item = Int32(truncatingIfNeeded: find(place < lines.count ? place : place &- lines.count))
            hits.removeAll()
            for _ in 0..<hitCount / 8 {
                Self.put(0xFF, item, into: &hits)
                item &+= 8
            }
            Self.put(1 &<< UInt32(hitCount % 8) &- 1, item, into: &hits)
            sum &+= UInt64(hits.count)
            frame = frame + 1 == places.count ? 0 : frame + 1
        }
        return sum
    }

    @inline(__always)
    private static func put(_ bits: UInt32, _ item: Int32, into hits: inout HitBuffer) {
        hits.put(bits) {
            ElementID(section: 0, item: item &+ Int32(truncatingIfNeeded: $0))
        } frame: { _ in
            .zero
        }
    }
}

/// The floors of prepare.
final class MemoryFloors {
    private let count: Int
    private var frames: FlatArray<Rect>
    /// All of them 1, which the compiler does not know.
    private let values: FlatArray<Double>

    /// - Parameters:
    ///   - count: the number of items, a frame each.
    ///   - valueCount: how many numbers describe them together; if none do, reading them is no candidate.
    init(count: Int, valueCount: Int) {
        self.count = count
        frames = FlatArray(repeating: .zero, count: count)
        values = FlatArray(repeating: 1, count: valueCount)
    }

    var candidates: [Candidate] {
        let read = Candidate(name: Floor.read.id) { [self] _, count in
            (0..<count).reduce(0) { sum, _ in sum &+ UInt64(Self.sum(values.elements)) }
        }
        return (values.count > 0 ? [read] : []) + [
            Candidate(name: Floor.fill.id) { [self] first, count in
                (first..<first + count).reduce(0) { $0 &+ Self.fill(frames.writable, $1) }
            },
            Candidate(name: Floor.touch.id) { [self] first, count in
                (first..<first + count).reduce(0) { $0 &+ touch($1) }
            },
        ]
    }

    /// How many numbers describe the items of a content, each once where items are alike.
    static func valueCount(of content: Content) -> Int {
        content.sections.indices.reduce(0) { sum, index in
            let section = content.sections[index]
            let width = content.fold(ofSection: index).valueNames.count
            return sum + width * (section.isUniform ? 1 : Int(section.count))
        }
    }

    /// Writes the number of the operation into all frames and returns what the last one says.
    private static func fill(_ frames: UnsafeMutableBufferPointer<Rect>, _ operation: Int) -> UInt64 {
        frames.update(repeating: Rect(x: Double(operation), y: 0, width: 1, height: 1))
        return UInt64(frames.last?.x ?? 0)
    }

    /// Reads all numbers at the speed of the memory: sums that do not wait for each other.
    private static func sum(_ values: UnsafeBufferPointer<Double>) -> Double {
        typealias Four = SIMD4<Double>
        var sums = (Four(), Four(), Four(), Four())
        var index = 0
        while index &+ 16 <= values.count {
            let next = UnsafeRawPointer(values.baseAddress! + index)
            sums.0 += next.loadUnaligned(as: Four.self)
            sums.1 += next.loadUnaligned(fromByteOffset: 32, as: Four.self)
            sums.2 += next.loadUnaligned(fromByteOffset: 64, as: Four.self)
            sums.3 += next.loadUnaligned(fromByteOffset: 96, as: Four.self)
            index &+= 16
        }
        return values[index...].reduce((sums.0 + sums.1 + sums.2 + sums.3).sum(), +)
    }

    /// Takes memory from the system, fills it and gives it back.
    private func touch(_ operation: Int) -> UInt64 {
        let size = count * MemoryLayout<Rect>.stride
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), memory != MAP_FAILED
        else { return 0 }
        defer { munmap(memory, size) }
        #if os(Linux)
            madvise(memory, size, MADV_HUGEPAGE)
        #endif
        let frames = memory.bindMemory(to: Rect.self, capacity: count)
        return Self.fill(UnsafeMutableBufferPointer(start: frames, count: count), operation)
    }
}
