/// Counts of nanoseconds in buckets whose width grows with the value, so that every value is known to three significant
/// digits: Gil Tene's HdrHistogram.
///
/// Values below 2048 have buckets of their own; above, every power of two is split into 1024 buckets, so that the middle
/// of a bucket is at most 1/2048 of a value away from it. Values from 2^40 ns (18 minutes) on count as 2^40 - 1. Takes
/// 250 KB; recording never allocates as long as the histogram is not shared.
public struct LogLinearHistogram: Sendable, Equatable {
    /// How many values were recorded.
    public private(set) var count: UInt64 = 0
    /// The smallest value, exactly; nil where there is none.
    public var minimum: UInt64? { count == 0 ? nil : smallest }
    /// The largest value, exactly unless it was clamped; nil where there is none.
    public var maximum: UInt64? { count == 0 ? nil : largest }
    /// The largest value that is recorded as it is.
    public static let largestValue: UInt64 = 1 << 40 - 1

    private static let subBits = 10
    private static let bucketCount = (40 - subBits + 1) << subBits

    private var smallest = UInt64.max
    private var largest: UInt64 = 0
    private var buckets: [UInt64]

    /// An empty histogram.
    public init() {
        buckets = [UInt64](repeating: 0, count: Self.bucketCount)
    }

    /// Counts a value, in nanoseconds, a number of times. O(1), without allocation.
    public mutating func record(_ value: UInt64, times: UInt64 = 1) {
        guard times > 0 else { return }
        let clamped = min(value, Self.largestValue)
        buckets[Self.bucket(of: clamped)] &+= times
        count &+= times
        smallest = min(smallest, clamped)
        largest = max(largest, clamped)
    }

    /// The smallest recorded value that at least the given part of all values does not exceed, in nanoseconds, with a
    /// relative error of at most 1/2048; nil where nothing was recorded. O(number of buckets).
    ///
    /// - Precondition: `probability` lies in 0...1.
    public func quantile(_ probability: Double) -> UInt64? {
        precondition((0...1).contains(probability), "A probability lies between 0 and 1.")
        guard count > 0 else { return nil }
        let rank = min(count, max(1, UInt64((probability * Double(count)).rounded(.up))))
        if rank == count { return largest }
        var seen: UInt64 = 0
        for (index, times) in buckets.enumerated() where times > 0 {
            seen += times
            if seen >= rank { return min(max(Self.middle(of: index), smallest), largest) }
        }
        return largest
    }

    /// The values, ascending, each with the part of all values that does not exceed it, with the errors of ``quantile(_:)``.
    /// O(number of buckets).
    public var distribution: [(value: Double, part: Double)] {
        var seen: UInt64 = 0
        return used.map { bucket, times in
            seen += times
            let value = min(max(Self.middle(of: bucket), smallest), largest)
            return (seen == count ? Double(largest) : Double(value), Double(seen) / Double(count))
        }
    }

    /// The buckets in use, in ascending order: their number and their count. O(number of buckets).
    var used: [(bucket: Int, times: UInt64)] {
        buckets.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
    }

    static var bucketRange: Range<Int> { 0..<bucketCount }

    /// The bucket of a value: the top eleven bits of it, after those of all smaller powers of two.
    static func bucket(of value: UInt64) -> Int {
        let bits = UInt64.bitWidth - value.leadingZeroBitCount
        let shift = max(0, bits - (subBits + 1))
        return shift << subBits + Int(value >> UInt64(shift))
    }

    /// The value in the middle of a bucket.
    static func middle(of bucket: Int) -> UInt64 {
        let shift = max(0, bucket >> subBits - 1)
        let lowest = UInt64(bucket - shift << subBits) << UInt64(shift)
        return lowest + (UInt64(1) << UInt64(shift)) / 2
    }
}
