/// Where to begin a search along the axis, wherever the last one ended.
///
/// The content is cut into cells of equal length, one for 32 buckets; each knows the first section, and the first bucket in
/// it, that reach beyond where it begins, and the first item of that. Between them a guess is interpolated: where buckets
/// are about as long as their neighbours it is a step or two off. A table so small stays in the caches, so that a search
/// after a jump waits for memory once, not in each of its last halvings. The idea is that of a guide table (Chen and Asau,
/// On generating random variates from an empirical distribution, 1974).
struct GuideTable {
    /// A section, a bucket among all buckets, and an item among all items.
    struct Post: BitwiseCopyable {
        var section: Int32 = 0
        var bucket: Int32 = 0
        /// A wrong one beyond 2^31 items: nothing but loading ahead depends on it.
        var item: Int32 = 0

        init() {}

        init(section: Int, bucket: Int, item: Int) {
            self.section = Int32(section)
            self.bucket = Int32(bucket)
            self.item = Int32(truncatingIfNeeded: item)
        }
    }

    /// Buckets of a cell, on average.
    private static let bucketsPerCell = 32
    /// Cells are divided into so many parts to interpolate.
    private static let parts = 1 << 16

    /// Where each cell begins, and where the last one ends.
    private var posts = FlatArray<Post>()
    /// Parts of cells a point of the axis.
    private var scale = 0.0
    /// How far buckets may have moved since, all in all, while guesses are still worth having: as far as one is long.
    private var slack = 0.0

    /// A guide through nothing.
    init() {}

    /// A guide through sections and their buckets. O(sections + buckets / 32) where buckets are about as long as their
    /// neighbours.
    ///
    /// - Parameter buckets: In section coordinates, monotonic within a section.
    init(_ sections: FlatArray<BucketSection>, _ buckets: FlatArray<Reach>) {
        let length = sections.count > 0 ? sections[sections.count - 1].far : 0
        guard length > 0, length < .infinity else { return }
        slack = length / Double(buckets.count + 1)
        let count = buckets.count / Self.bucketsPerCell + 1
        let cells = Double(count) / length
        scale = cells * Double(Self.parts)
        let last = sections[sections.count - 1]
        posts = FlatArray(
            repeating: Post(section: sections.count, bucket: buckets.count, item: last.items.upperBound),
            count: count + 1)
        let all = posts.writable
        var cell = 0
        var begin = 0.0
        var none = NoCounts()
        for number in 0..<sections.count {
            let section = sections[number]
            var bucket = section.buckets.lowerBound
            while cell < count, begin < section.far {
                bucket = buckets.firstReaching(
                    beyond: begin - section.offset, in: bucket..<section.buckets.upperBound,
                    near: bucket + Self.bucketsPerCell, counting: &none)
                all[cell] = Post(
                    section: number, bucket: bucket,
                    item: section.firstItem + (bucket - section.buckets.lowerBound) * SectionBucketCache.bucketSize)
                cell += 1
                begin = Double(cell) / cells
            }
        }
    }

    var byteCount: Int { posts.byteCount }

    /// Takes note that some buckets have moved; says whether it is time for another guide.
    mutating func move(by distance: Double) -> Bool {
        slack -= abs(distance)
        return slack < 0
    }

    /// A guess of the first section, bucket and item that reach beyond a coordinate. O(1).
    @inline(__always)
    func post(at coordinate: Double) -> Post {
        let position = coordinate * scale
        guard position > 0, posts.count > 0 else { return Post() }
        guard position < Double((posts.count &- 1) &* Self.parts) else { return posts[posts.count &- 1] }
        let whole = Int(position)
        let part = whole % Self.parts
        let (a, b) = (posts[whole / Self.parts], posts[whole / Self.parts &+ 1])
        func between(_ a: Int32, _ b: Int32) -> Int32 {
            a &+ Int32(truncatingIfNeeded: (Int(b &- a) &* part) / Self.parts)
        }
        var post = Post()
        post.section = between(a.section, b.section)
        post.bucket = between(a.bucket, b.bucket)
        post.item = between(a.item, b.item)
        return post
    }
}
