/// What a search through the buckets of a section has to know of it: in one place, as after a jump every other one is a line
/// of memory to be waited for.
struct BucketSection: Reaching {
    /// In content coordinates, monotonic over the sections.
    var near = Double.infinity
    var far = -Double.infinity
    /// Where the section begins, in content coordinates.
    var offset = 0.0
    /// Ordinal of its first item among all items.
    var firstItem: Int
    /// The number of its items.
    var itemCount: Int32
    /// Its first bucket among all buckets.
    var firstBucket: Int32
    /// Its elements beside the items, among those of all sections.
    var firstSupplementary: Int32 = 0
    var supplementaryCount: Int32 = 0

    /// Ordinals of its items among all items.
    @inline(__always)
    var items: Range<Int> { firstItem..<firstItem &+ Int(itemCount) }

    /// Its buckets among all buckets.
    @inline(__always)
    var buckets: Range<Int> {
        let first = Int(firstBucket)
        return first..<first &+ (Int(itemCount) &+ SectionBucketCache.bucketSize &- 1) / SectionBucketCache.bucketSize
    }

    /// Its elements beside the items, among those of all sections.
    @inline(__always)
    var supplementaries: Range<Int> {
        Int(firstSupplementary)..<Int(firstSupplementary) &+ Int(supplementaryCount)
    }
}
