/// A run of sections that one thread lays out.
struct SectionPart {
    /// The sections.
    var sections = 0..<0
    /// Ordinals of the first item among all items, and of the first other element among all others.
    var firstItem = 0
    var firstSupplementary = 0
    /// The breadth of the broadest section that has been laid out, and how long those are together that have been stacked.
    var breadth = 0.0
    var length = 0.0
    /// Whether elements of any of these reach out of their section along the axis.
    var overhangs = false
}

/// Who lays out a content.
struct SectionDivision {
    /// How many threads, of which several may place parts of a large section.
    let threads: Int
    /// The sections in runs of about the same work, one for each thread; nil where one of them lays out all.
    let parts: [SectionPart]?
}

extension Content {
    /// The most threads where their number is left open: beyond a few, memory is what all wait for.
    private static let mostThreads = 8
    /// The most threads where their number is asked for: each one more costs a start.
    private static let mostAskedThreads = 64
    /// What a section costs, in items.
    private static let workOfSection = 8
    /// The least items that may be worth another thread, and how long it takes to place those that are, in nanoseconds: to start
    /// one takes 20 to 100 µs, and until it runs on a processor of its own some systems take longer.
    private static let leastWorkOfThread = 50_000
    private static let timeOfThread = 500_000.0

    private var work: Int { itemCount + Self.workOfSection * sections.count }

    /// How many threads lay the content out; see ``parallelism``.
    var threadCount: Int { threadCount(passingOver: false) }

    /// The same.
    ///
    /// - Parameter isPassing: Whether items are passed over, not placed.
    func threadCount(passingOver isPassing: Bool) -> Int {
        if let parallelism { return min(max(parallelism, 1), Self.mostAskedThreads) }
        // Whether it may pay first: asking for the processors is slower than laying out a screen.
        let worthwhile = min(work / Self.leastWorkOfThread, Self.mostThreads)
        let most = worthwhile > 1 ? min(worthwhile, Threads.processorCount) : 1
        guard most > 1 else { return 1 }
        return max(Int(min(time(passingOver: isPassing) / Self.timeOfThread, Double(most))), 1)
    }

    /// How long it takes to place all items or to pass over them, in nanoseconds, about: as some of them take. Infinite if not even
    /// one can be placed alone. O(1)
    private func time(passingOver isPassing: Bool) -> Double {
        var runner = FoldRunner(self)
        var placed = 0
        let start = ContinuousClock.now
        for spot in 0..<4 {
            var number = sections.count * spot / 4
            let end = min(number + 8, sections.count)
            var left = runner.room.count / 2
            while number < end, left > 0 {
                let count = min(Int(sections[number].count), left)
                guard layout(ofSection: number).placesRunsAlone else { return .infinity }
                number += 1
                placed += count + Self.workOfSection
                left -= count
                guard count > 0 else { continue }
                runner.begin(number - 1, at: 0)
                if isPassing {
                    _ = runner.skim(0..<count)
                } else {
                    runner.place(0..<count, into: runner.room.baseAddress!)
                }
            }
        }
        let time = (ContinuousClock.now - start).components
        let nanoseconds = Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9
        return nanoseconds / Double(max(placed, 1)) * Double(work)
    }

    /// How many of the threads that lay the content out place the items of a section: as many as it has shares of the work, a
    /// begun one counted, if its layout can pass over items.
    func threadCount(ofSection section: Int, of threads: Int) -> Int {
        let shares = Int(sections[section].count) * threads
        guard shares > work, layout(ofSection: section).canSkim else { return 1 }
        return min((shares + work - 1) / work, threads)
    }

    /// Divides the sections among as many threads as lay the content out. O(sections), O(1) for one thread.
    ///
    /// - Parameter isPassing: Whether items are passed over, not placed.
    func division(passingOver isPassing: Bool = false) -> SectionDivision {
        let threads = threadCount(passingOver: isPassing)
        return threads > 1 ? division(among: threads) : SectionDivision(threads: threads, parts: nil)
    }

    /// Divides the sections among some threads, and calls `visit` with each: to look at all of them takes as long as to read them.
    @inline(__always)
    func division(among threads: Int, visiting visit: (_ section: Int, Section) -> Void = { _, _ in })
        -> SectionDivision
    {
        let count = max(min(threads, sections.count), 1)
        let work = work
        var parts: [SectionPart] = []
        var part = SectionPart()
        var items = 0
        var supplementaries = 0
        let hasSupplementaries = supplementaryCount > 0
        /// The least work that is so many shares of it.
        func leastWork(ofShares shares: Int) -> Int { (shares * work + count - 1) / count }
        var goal = leastWork(ofShares: 1)
        sections.forEach(in: 0..<sections.count) { index, section in
            visit(index, section)
            items &+= Int(section.count)
            if hasSupplementaries { supplementaries &+= supplementaryCount(of: section) }
            let end = index &+ 1
            let done = items &+ Self.workOfSection &* end
            guard done >= goal || end == sections.count else { return }
            // A section of several shares leaves fewer parts.
            goal = leastWork(ofShares: done * count / work + 1)
            part.sections = part.sections.upperBound..<end
            parts.append(part)
            part.firstItem = items
            part.firstSupplementary = supplementaries
        }
        return SectionDivision(threads: threads, parts: parts.count > 1 ? parts : nil)
    }
}
