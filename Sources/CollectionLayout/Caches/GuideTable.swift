/// Where to begin a search along the axis, wherever the last one ended.
///
/// The content is cut into cells of equal length, one for 32 runs; each knows the first section, and the first run in it,
/// that reach beyond where it begins. Between them a guess is interpolated: where runs are about as long as their
/// neighbours it is a step or two off. A table so small stays in the caches, so that a search after a jump waits for
/// memory once, not in each of its last halvings. The idea is that of a guide table (Chen and Asau, On generating random
/// variates from an empirical distribution, 1974).
struct GuideTable {
    /// A section, and a run among all runs.
    struct Post: BitwiseCopyable {
        var section: Int32
        var run: Int32
    }

    /// Runs of a cell, on average.
    private static let runsPerCell = 32

    /// Where each cell begins, and where the last one ends.
    private var posts = FlatArray<Post>()
    /// Cells a point of the axis.
    private var scale = 0.0
    /// How far runs may have moved since, all in all, while guesses are still worth having: as far as one is long.
    private var slack = 0.0

    /// A guide through nothing.
    init() {}

    /// A guide through sections and their runs. O(sections + runs / 32) where runs are about as long as their neighbours.
    ///
    /// - Parameters:
    ///   - sections: In content coordinates, monotonic.
    ///   - runs: In section coordinates, monotonic within a section.
    ///   - firstRun: The first run of each section, then the number of all runs.
    ///   - offset: Where a section begins.
    init(
        _ sections: FlatArray<Reach>, _ runs: FlatArray<Reach>, firstRun: FlatArray<Int>,
        offset: (_ section: Int) -> Double
    ) {
        let length = sections.count > 0 ? sections[sections.count - 1].far : 0
        guard length > 0, length < .infinity else { return }
        slack = length / Double(runs.count + 1)
        let count = runs.count / Self.runsPerCell + 1
        scale = Double(count) / length
        posts = FlatArray(
            repeating: Post(section: Int32(sections.count), run: Int32(runs.count)), count: count + 1)
        let all = posts.writable
        var cell = 0
        var begin = 0.0
        var none = NoCounts()
        for section in 0..<sections.count {
            let offset = offset(section)
            var run = firstRun[section]
            while cell < count, begin < sections[section].far {
                run = runs.firstReaching(
                    beyond: begin - offset, in: run..<firstRun[section + 1], near: run + Self.runsPerCell,
                    counting: &none)
                all[cell] = Post(section: Int32(section), run: Int32(run))
                cell += 1
                begin = Double(cell) / scale
            }
        }
    }

    var byteCount: Int { posts.byteCount }

    /// Takes note that some runs have moved; says whether it is time for another guide.
    mutating func move(by distance: Double) -> Bool {
        slack -= abs(distance)
        return slack < 0
    }

    /// A guess of the first section, and run, that reach beyond a coordinate. O(1).
    @inline(__always)
    func post(at coordinate: Double) -> Post {
        let position = coordinate * scale
        guard position > 0, posts.count > 0 else { return Post(section: 0, run: 0) }
        guard position < Double(posts.count &- 1) else { return posts[posts.count &- 1] }
        let cell = Int(position)
        let part = position - Double(cell)
        func between(_ a: Int32, _ b: Int32) -> Int32 { a &+ Int32(part * Double(b &- a)) }
        let (a, b) = (posts[cell], posts[cell &+ 1])
        return Post(section: between(a.section, b.section), run: between(a.run, b.run))
    }
}
