/// The closed forms of the uniform sections of a content: how the frames of equal items repeat.
///
/// After some equal items a fold comes to a state that it has been in before, moved along the axis. A state is all that
/// items leave behind, so from there on everything repeats: in period number k each item stands where the item of that
/// place stands in the first period, moved by k times the same distance. No layout is known here, and what never comes
/// back, such as a circle, has no closed form.
///
/// The end of a section is seen by folds that look ahead. A state is that of a section without end as long as all the
/// items that it depends on exist; a section's periods end with the last such state, and the few items behind are placed
/// by the fold, which goes on from there.
struct ClosedForms: Sendable {
    /// What the sections of one layout, one value and one beginning repeat, whatever their counts.
    struct Pattern: BitwiseCopyable {
        /// Items before the first period, and items of a period.
        var lead: Int
        var period: Int
        /// How far along the axis a period lies from the one before.
        var distance: Double
        /// How many items from its beginning on a period depends on.
        var lookahead: Int
        /// Periods of a group, which is searched at once: so many that it has about 8 items.
        var group: Int
        /// What the items of the lead span, and those of the first period.
        var leadSpan: ItemSpan
        var span: ItemSpan
        /// Where its frames, those of the lead and of a group, and the state before the first period begin.
        var frames = 0
        var state = 0

        /// How many periods a section has.
        func periods(ofItems count: Int) -> Int { max((count - lead - lookahead) / period, 0) }
    }

    /// What a section has of a pattern.
    struct Repetition: BitwiseCopyable {
        /// The index of its pattern; −1 if the section has no closed form.
        var pattern: Int32 = -1
        var periods: Int32 = 0
        /// The nearest edge along the axis of the items behind its periods.
        var tailNear = Double.infinity
    }

    /// The closed form of one section.
    struct Form {
        let pattern: Pattern
        let repetition: Repetition

        var periods: Int { Int(repetition.periods) }
        /// Items of the lead and of all periods; what follows is placed by the fold.
        var count: Int { pattern.lead &+ periods &* pattern.period }
    }

    private var sections = FlatArray<Repetition>()
    private var patterns = FlatArray<Pattern>()
    private var frames = FlatArray<Rect>()
    private var states = FlatArray<Double>()

    /// Frames that are tested at once: fewer cost a loop each, more are most often outside of the viewport.
    static let runLength = 8
    /// The most items among which a repetition is sought: enough for 2048 lanes.
    static let mostItems = 4096
    /// Items that there must be for each frame that is kept, in all sections that share it: 1 byte an item.
    private static let itemsPerFrame = MemoryLayout<Rect>.stride

    /// None, of any section.
    init() {}

    /// Finds the closed forms of a content. O(sections + lengths of the patterns).
    ///
    /// - Parameter kept: Sections whose items stand in the lanes that they had before an edit: they repeat nothing.
    init(_ content: Content, besides kept: [Int: KeptLanes]) {
        sections = FlatArray(repeating: Repetition(), count: content.sections.count)
        let all = sections.writable
        let candidates = Self.candidates(content, all, besides: kept)
        var (patterns, frames, states): ([Pattern], [Rect], [Double]) = ([], [], [])
        var runner = FoldRunner(content)
        var numbers: [Int32] = []
        for candidate in candidates {
            guard candidate.itemCount >= Self.itemsPerFrame * Self.runLength,
                let found = Self.pattern(&runner, candidate)
            else {
                numbers.append(-1)
                continue
            }
            numbers.append(Int32(patterns.count))
            var pattern = found.pattern
            pattern.frames = frames.count
            pattern.state = states.count
            patterns.append(pattern)
            frames += found.frames
            states += found.state
        }
        guard !patterns.isEmpty else {
            sections = FlatArray()
            return
        }
        for (index, section) in content.sections.enumerated() where all[index].pattern >= 0 {
            all[index].pattern = numbers[Int(all[index].pattern)]
            guard all[index].pattern >= 0 else { continue }
            let periods = patterns[Int(all[index].pattern)].periods(ofItems: Int(section.count))
            all[index] = periods > 0 ? Repetition(pattern: all[index].pattern, periods: Int32(periods)) : Repetition()
        }
        self.patterns = FlatArray(patterns)
        self.frames = FlatArray(frames)
        self.states = FlatArray(states)
    }

    /// Sections that have the same pattern, if they have any.
    private struct Candidate {
        /// The section with the most items, and the items of all of them.
        var section: Int
        var itemCount = 0
    }

    private struct Key: Hashable {
        var layout: Int32
        var top: Double
        var value: ItemValue
    }

    /// Finds what may have a closed form; the number of its candidate stands in the place of a section's pattern.
    private static func candidates(
        _ content: Content, _ all: UnsafeMutableBufferPointer<Repetition>, besides kept: [Int: KeptLanes]
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        var numbers: [Key: Int] = [:]
        let known = AlikeSections()
        for (index, section) in content.sections.enumerated()
        where section.isUniform && section.count > runLength {
            let layout = content.resolved[Int(section.layout)]
            guard layout.placesRunsAlone, kept.isEmpty || kept[index] == nil else { continue }
            let number: Int
            if let former = known.former(like: index, in: content) {
                number = Int(all[former].pattern)
            } else {
                let key = Key(
                    layout: section.layout, top: layout.itemsTop(of: section),
                    value: content.value(section: index, item: 0))
                number = numbers[key] ?? candidates.count
                if number == candidates.count {
                    candidates.append(Candidate(section: index))
                    numbers[key] = number
                }
            }
            candidates[number].itemCount += Int(section.count)
            if section.count > content.sections[candidates[number].section].count { candidates[number].section = index }
            all[index].pattern = Int32(number)
        }
        return candidates
    }

    /// Places items of a section until a state is a former one moved along the axis.
    ///
    /// The former one is that before item 1, 2, 4, 8, …: R. P. Brent, An improved Monte Carlo factorization algorithm,
    /// 1980. The first item is left out because folds may tell it from all others.
    private static func pattern(
        _ runner: inout FoldRunner, _ candidate: Candidate
    ) -> (pattern: Pattern, frames: [Rect], state: [Double])? {
        let layout = runner.content.layout(ofSection: candidate.section)
        let count = Int(runner.content.sections[candidate.section].count)
        let limit = min(count / 2, mostItems)
        runner.begin(candidate.section, at: 0)
        let state = UnsafeMutableBufferPointer<Double>.allocate(capacity: layout.stateCount)
        let frames = UnsafeMutableBufferPointer<Rect>.allocate(capacity: limit + runLength)
        defer {
            state.deallocate()
            frames.deallocate()
        }
        let former = FoldState(state.baseAddress!, count: state.count)
        var lead = 0
        for item in 0..<limit {
            runner.place(item..<item + 1, into: frames.baseAddress! + item)
            let next = item + 1
            if lead > 0,
                let distance = layout.distance(
                    of: runner.state, from: former, runner.content.container.snapping), distance >= 0
            {
                let period = next - lead
                var pattern = Pattern(
                    lead: lead, period: period, distance: distance, lookahead: layout.fold.lookahead(former), group: 1,
                    leadSpan: ItemSpan(UnsafeMutableBufferPointer(rebasing: frames[..<lead])),
                    span: ItemSpan(UnsafeMutableBufferPointer(rebasing: frames[lead..<next])))
                pattern.group = min(max(runLength / period, 1), pattern.periods(ofItems: count))
                let kept = lead + pattern.group * period
                guard pattern.group > 0, candidate.itemCount >= itemsPerFrame * kept else { return nil }
                runner.place(next..<kept, into: frames.baseAddress! + next)
                return (pattern, Array(frames[..<kept]), Array(state))
            }
            if next == max(2 * lead, 1) {
                lead = next
                former.base.update(from: runner.state.base, count: former.count)
            }
        }
        return nil
    }

    var byteCount: Int { sections.byteCount + patterns.byteCount + frames.byteCount + states.byteCount }

    /// The closed form of a section, if it has one.
    @inline(__always)
    func form(of index: Int) -> Form? {
        guard index < sections.count else { return nil }
        let repetition = sections[index]
        return repetition.pattern < 0 ? nil : Form(pattern: patterns[Int(repetition.pattern)], repetition: repetition)
    }

    /// Forgets the closed form of a section.
    mutating func remove(_ index: Int) {
        if form(of: index) != nil { sections.writable[index] = Repetition() }
    }

    /// The kept frames of a pattern: those of the lead, then those of a group.
    @inline(__always)
    func frames(of pattern: Pattern) -> UnsafePointer<Rect> { frames.elements.baseAddress! + pattern.frames }

    /// The frame of an item of the lead or of a period.
    func frame(of item: Int, _ form: Form) -> Rect {
        let pattern = form.pattern
        guard item >= pattern.lead else { return frames(of: pattern)[item] }
        let (period, place) = (item - pattern.lead).quotientAndRemainder(dividingBy: pattern.period)
        return frames(of: pattern)[pattern.lead + place].offset(x: 0, y: Double(period) * pattern.distance)
    }

    /// Sets a state to the one behind all periods.
    @inline(__always)
    func restart(_ form: Form, _ layout: ResolvedLayout, _ state: FoldState) {
        let distance = Double(form.periods) * form.pattern.distance
        for index in 0..<layout.stateCount {
            state[index] = states[form.pattern.state + index] + (index < layout.positionCount ? distance : 0)
        }
    }

    /// Brings a runner, which stands at the beginning of a section, behind its last item. Notes where the items behind the
    /// periods begin, in memory that must not be that of other forms; for several sections at the same time.
    ///
    /// - Returns: What all items span; nil if the section has no closed form.
    func place(_ index: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout) -> ItemSpan? {
        guard let form = form(of: index) else { return nil }
        restart(form, layout, runner.state)
        var lanes: KeptLanes?
        var span = CheckpointCache.place(
            form.count..<Int(runner.content.sections[index].count), runner, layout, &lanes)
        sections.shared[index].tailNear = span.near
        span.cover(form.pattern.leadSpan)
        span.cover(form.pattern.span)
        span.cover(form.pattern.span.moved(by: Double(form.periods - 1) * form.pattern.distance))
        return span
    }

    /// Takes over what has been noted of a section for one that is laid out alike, as ``place(_:_:_:)`` notes it.
    func copy(_ index: Int, like former: Int) {
        if form(of: index) != nil { sections.shared[index].tailNear = sections[former].tailNear }
    }

    /// Stops the program unless a section begins as its pattern says and goes on from each period as it should.
    ///
    /// - Parameter runner: Stands at the beginning of the section.
    func checkInvariants(of index: Int, _ runner: borrowing FoldRunner) {
        guard let form = form(of: index) else { return }
        let pattern = form.pattern
        let layout = runner.content.layout(ofSection: index)
        let kept = pattern.lead + pattern.group * pattern.period
        let count = Int(runner.content.sections[index].count)
        precondition(form.periods >= 1 && form.count + pattern.lookahead <= count, "periods behind the section's end")
        var placed = [Rect](repeating: .zero, count: max(kept, count - form.count))
        placed.withUnsafeMutableBufferPointer { placed in
            let first = pattern.lead + pattern.period
            runner.place(0..<first, into: placed.baseAddress!)
            for item in 0..<first {
                precondition(frame(of: item, form) == placed[item], "a frame that the fold does not give")
            }
            for index in 0..<layout.stateCount {
                let moved = index < layout.positionCount ? pattern.distance : 0
                precondition(
                    states[pattern.state + index] + moved == runner.state[index], "a state that does not recur")
            }
            for item in first..<kept {
                let former = frames(of: pattern)[item - pattern.period].offset(x: 0, y: pattern.distance)
                precondition(frames(of: pattern)[item] == former, "a period that is not the former one moved")
            }
            restart(form, layout, runner.state)
            runner.place(form.count..<count, into: placed.baseAddress!)
            let tail = UnsafeMutableBufferPointer(rebasing: placed[..<(count - form.count)])
            precondition(ItemSpan(tail).near == form.repetition.tailNear, "a wrong edge of the last items")
        }
    }
}
