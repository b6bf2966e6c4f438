/// Which thread places which items of a section: parts that follow each other, each of them placed from its first item on.
struct ItemDivision {
    private let count: Int
    private let step: Int
    private let threads: Int
    /// The next item of each part that has not been taken, and where the part ends.
    private var parts: [(next: Int, end: Int)]

    /// All items in one part, for up to as many threads to divide.
    init(count: Int, step: Int, threads: Int) {
        self.count = count
        self.step = step
        self.threads = threads
        parts = [(0, count)]
    }

    /// Takes the next items of a part: a step of them, or what is left; nil if nothing is.
    mutating func take(_ part: Int) -> Range<Int>? {
        let (next, end) = parts[part]
        guard next < end else { return nil }
        parts[part].next = min(next + step, end)
        return next..<parts[part].next
    }

    /// What a thread is told that has no part.
    enum Answer: Equatable {
        /// The number of its part, which begins where it asked for it.
        case part(Int)
        /// To go on and to ask again.
        case tooEarly
        /// That nothing is left for it.
        case tooLate
    }

    /// Divides the last part if a thread stands far enough in it: where the one who places it from now on comes to when the
    /// asking thread, at the same speed, comes to its end. With more threads to come, it gets as many shares.
    ///
    /// - Parameter item: What the thread stands before.
    mutating func claim(from item: Int) -> Answer {
        let shares = threads - parts.count
        let (next, _) = parts[parts.count - 1]
        guard shares > 0, next < count else { return .tooLate }
        guard item > next, (item - next) * shares >= count - item else { return .tooEarly }
        parts[parts.count - 1].end = item
        parts.append((item, count))
        return .part(parts.count - 1)
    }
}
