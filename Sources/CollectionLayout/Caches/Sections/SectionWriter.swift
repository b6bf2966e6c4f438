/// Writes what is kept of sections while these are laid out, by several threads at the same time: each the sections of its part.
protocol SectionWriter {
    /// Whether sections are stacked behind those before them in their part; else they begin at 0.
    var stacks: Bool { get }

    /// Writes a section, the first one of a part, and leaves the others.
    ///
    /// - Parameters:
    ///   - itemsEnd: Where its items end along the axis, in section coordinates.
    ///   - items: What they span.
    func set(
        _ section: Int, _ description: Section, of part: inout SectionPart, _ layout: ResolvedLayout,
        itemsEnd: Double, _ items: ItemSpan)

    /// Writes that of a section that is laid out as a former one of the part.
    func copy(_ section: Int, of part: inout SectionPart, like former: Int)

    /// Where a section has been put.
    func offset(of section: Int) -> Double

    /// Moves a section along the axis.
    func move(_ section: Int, by distance: Double)

    /// Puts a section behind others, of which `length` tells how long they are, and adds its own length to that.
    func stack(_ section: Int, behind length: inout Double)
}

extension Content {
    /// Whether the sections of a part are stacked at once, to be moved together when those before it are known. Where sums are not
    /// exact, they are stacked behind all before them.
    func stacks(_ division: SectionDivision) -> Bool { division.parts == nil || container.snapping == .grain }

    /// How broad the broadest of the first sections is, or the container. O(sections).
    ///
    /// - Parameter breadth: The farthest edge of a section's items across the axis.
    func breadth(ofSections count: Int, reaching breadth: (_ section: Int) -> Double) -> Double {
        (0..<count).reduce(container.breadth) {
            max($0, layout(ofSection: $1).sectionBreadth(reaching: breadth($1)))
        }
    }
}

extension SectionWriter {
    /// Has the items of a content placed by the caller, who need not keep their frames, and writes the sections.
    ///
    /// On one thread each section is settled before the next one is placed, while its frames are still in the caches. On
    /// several, each places a run of sections; then the sections are stacked, which takes a sum, and settled. Of a section
    /// that is more than the share of a thread, several may place parts; see ``FoldRunner/placeAll(_:step:_:joining:)``.
    ///
    /// - Parameters:
    ///   - place: Places all items of a section, which is the next one of a part, with the runner, which has begun it; returns
    ///     what they span. Called in any order and for several sections at the same time.
    ///   - copies: Whether to call `copy` instead for a section that is laid out as a former one that has been placed, though
    ///     not for every such section.
    ///   - copy: Copies what is kept of the items of a former section.
    ///   - division: Who is to lay out what.
    ///   - ahead: Makes what passes over sections ahead, so that `place` need not be called for them, for each of some threads.
    ///   - settle: Called likewise for each section after it is known where the section begins.
    /// - Returns: All sections as one part.
    func lay(
        _ content: Content,
        placing place: (_ section: Int, _ part: SectionPart, _ runner: borrowing FoldRunner) -> ItemSpan,
        copies: Bool, copying copy: (_ section: Int, _ former: Int) -> Void,
        among division: SectionDivision, ahead: (_ threads: Int) -> SectionsAhead? = { _ in nil },
        settling settle: ((_ section: Int) -> Void)? = nil
    ) throws(LayoutError) -> SectionPart {
        /// Places the sections of a part; calls `end` behind one of them, or behind several.
        ///
        /// - Parameter length: How long those before it and they are, where they are stacked.
        func fill<Failure>(
            _ part: inout SectionPart, _ end: (_ sections: Range<Int>, _ length: Double) throws(Failure) -> Void
        ) throws(Failure) {
            var runner = FoldRunner(content)
            runner.threadCount = division.threads
            let known = copies && part.sections.count > 1 ? AlikeSections() : nil
            var ahead = ahead(division.threads)
            var section = part.sections.lowerBound
            while section < part.sections.upperBound {
                let first = section
                if let former = known?.former(like: section, in: content) {
                    copy(section, former)
                    self.copy(section, of: &part, like: former)
                    section += 1
                } else if let found = ahead?.found(from: section, before: part.sections.upperBound) {
                    ahead!.withLayout { set(found, in: content, of: &part, $0) }
                    section += found.count
                } else {
                    runner.begin(section)
                    let span = place(section, part, runner)
                    let itemsEnd = runner.itemsEnd
                    runner.withLayout {
                        set(section, content.sections[section], of: &part, $0, itemsEnd: itemsEnd, span)
                    }
                    section += 1
                }
                try end(first..<section, part.length)
            }
        }
        func check(_ length: Double, behind sections: Int) throws(LayoutError) {
            guard length <= Snapping.largestCoordinate else {
                throw .contentTooLong(sections: sections) { $0 + 1 < sections ? offset(of: $0 + 1) : length }
            }
        }
        var whole = SectionPart(sections: content.sections.indices)
        guard let parts = division.parts else {
            // Asked once: what is called from an optional is retained for each section.
            if let settle {
                try fill(&whole) { sections, length throws(LayoutError) in
                    try check(length, behind: sections.upperBound)
                    for section in sections { settle(section) }
                }
            } else {
                try fill(&whole) { sections, length throws(LayoutError) in
                    try check(length, behind: sections.upperBound)
                }
            }
            whole.breadth = max(content.container.breadth, whole.breadth)
            return whole
        }
        var filled = parts
        filled.withUnsafeMutableBufferPointer { filled in
            let filled = filled
            Threads.run(filled.count) { number in
                // A variable of the thread's own: what is written all the time must not lie beside what others write.
                var part = filled[number]
                fill(&part) { _, _ in }
                filled[number] = part
            }
        }
        whole.breadth = content.container.breadth
        for part in filled {
            whole.breadth = max(whole.breadth, part.breadth)
            whole.overhangs = whole.overhangs || part.overhangs
            if !stacks {
                for section in part.sections { stack(section, behind: &whole.length) }
            } else {
                if whole.length > 0 { for section in part.sections { move(section, by: whole.length) } }
                whole.length += part.length
            }
            try check(whole.length, behind: part.sections.upperBound)
        }
        if let settle {
            Threads.run(parts.count) { number in
                for section in parts[number].sections { settle(section) }
            }
        }
        return whole
    }

    /// Writes sections that have been passed over, the first ones of a part, and leaves the others.
    private func set(
        _ found: UnsafeBufferPointer<SkimmedSection>, in content: Content, of part: inout SectionPart,
        _ layout: ResolvedLayout
    ) {
        // A variable of its own, which may be kept in registers.
        var rest = part
        var next = found.baseAddress!
        content.sections.forEach(in: next.pointee.number..<next.pointee.number &+ found.count) {
            let span = next.pointee.span!
            set($0, $1, of: &rest, layout, itemsEnd: span.far, span)
            next += 1
        }
        part = rest
    }
}
