/// Where to begin a search along the axis, wherever the last one ended.
///
/// The content is cut into cells of equal length, about one for two runs; each knows the first section, and the first run
/// in it, that reach beyond where it begins. Where runs are about as long as their neighbours the answer is a step or two
/// from there, and a search after a jump waits for memory once, not in each of its last halvings. The idea is that of a
/// guide table (Chen and Asau, On generating random variates from an empirical distribution, 1974).
struct GuideTable {
    /// A section, and a run among all runs.
    struct Post: BitwiseCopyable {
        var section: Int32
        var run: Int32
    }

    private var posts = FlatArray<Post>()
    /// Cells a point of the axis.
    private var scale = 0.0

    /// A guide through nothing.
    init() {}

    /// A guide through sections and their runs. O(sections + runs).
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
        let count = runs.count / 2 + 1
        scale = Double(count) / length
        posts = FlatArray(uninitialized: count)
        let all = posts.writable
        var cell = 0
        for section in 0..<sections.count {
            let offset = offset(section)
            var run = firstRun[section]
            while cell < count, Double(cell) / scale < sections[section].far {
                let begin = Double(cell) / scale - offset
                while run < firstRun[section + 1], runs[run].far <= begin { run += 1 }
                all[cell] = Post(section: Int32(section), run: Int32(run))
                cell += 1
            }
        }
        // Rounding may leave the last cell behind the end.
        for rest in cell..<count { all[rest] = Post(section: Int32(sections.count - 1), run: Int32(runs.count)) }
    }

    var byteCount: Int { posts.byteCount }

    /// A guess of the first section, and run, that reach beyond a coordinate. O(1).
    @inline(__always)
    func post(at coordinate: Double) -> Post {
        let cell = coordinate * scale
        guard cell > 0, posts.count > 0 else { return Post(section: 0, run: 0) }
        return posts[cell < Double(posts.count) ? Int(cell) : posts.count &- 1]
    }
}
