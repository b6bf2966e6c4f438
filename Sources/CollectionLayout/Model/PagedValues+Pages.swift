/// Pages come and go.
extension PagedValues {
    /// Makes the tree over pages. O(pages).
    mutating func setPages(_ count: Int, _ page: (_ number: Int) -> Page) {
        entry.slotCount = SectionNodes.slotCount(forBlocks: count)
        numbers = Arena(capacity: SectionNodes.numberCount(entry))
        numbers.allocateNodes(of: &entry, from: &unused)
        tree = entry.tree
        let nodes = writableNodes
        for number in 0..<count {
            let slot = SectionNodes.slot(ofBlock: number, count)
            let page = page(number)
            nodes.blocks[slot] = SectionNodes.Block(handle: page.handle, capacity: 1)
            nodes.counts[slot] = Int32(page.count)
            if page.handle != shared { nodes.marks[slot] = .whole }
            itemCount += page.count
        }
        tree.buildCounts(nodes.counts)
        tree.buildMarks(nodes.marks)
    }

    /// Puts a page at a leaf, in place of what it has.
    mutating func put(_ page: Page, at slot: Int) {
        let nodes = writableNodes
        nodes.blocks[slot] = SectionNodes.Block(handle: page.handle, capacity: 1)
        add(page.count - Int(nodes.counts[slot]), to: slot)
        if page.handle == shared { tree.unmark(slot, nodes.marks) } else { tree.mark(slot, .whole, nodes.marks) }
    }

    /// Whether items are like those of pages that are shared.
    func areShared(_ new: some Collection<Double>) -> Bool {
        guard let shared else { return false }
        return new.repeats(UnsafeBufferPointer(start: values.run(shared), count: width))
    }

    /// Gives a page values of its own, with room for more.
    @inline(never)
    mutating func separate(_ page: Int) { put(makeOwn(numbers(on: page)[...]), at: page) }

    /// Makes a page of items, or shares one if they are so many that are alike.
    private mutating func makePage(_ numbers: ArraySlice<Double>) -> Page {
        shareIfAlike(numbers).map { ($0, numbers.count / width) } ?? makeOwn(numbers)
    }

    /// The page that items share if they are many and all alike, and like those of the first such page.
    private mutating func shareIfAlike(_ numbers: ArraySlice<Double>) -> UInt32? {
        let value = numbers.prefix(width)
        guard numbers.count / width >= Self.pageSize / 4, numbers.repeats(value), shared == nil || areShared(value)
        else {
            return nil
        }
        return shared ?? makeShared(value)
    }

    mutating func makeOwn(_ numbers: ArraySlice<Double>) -> Page {
        let handle = values.allocate(Self.pageCapacity * width)
        _ = UnsafeMutableBufferPointer(start: values.writableRun(handle), count: numbers.count)
            .update(fromContentsOf: numbers)
        return (handle, numbers.count / width)
    }

    /// Makes the page that is shared: as many items as fit, all of one value.
    mutating func makeShared(_ value: some Collection<Double>) -> UInt32 {
        let handle = values.allocate(Self.pageCapacity * width)
        let numbers = values.writableRun(handle)
        for (number, value) in value.enumerated() {
            for item in 0..<Self.pageCapacity { numbers[item * width + number] = value }
        }
        shared = handle
        return handle
    }

    /// Shares pages whose items are all alike. O(values).
    mutating func shareAlikePages() {
        hasUnseenPages = false
        for page in 0..<tree.count where nodes.counts[page] > 0 && !isShared(page) {
            if shareIfAlike(numbers(on: page)[...]) != nil { share(page) }
        }
    }

    /// Shares each page from one on whose items are like those of pages that are shared, up to the first one with other items.
    /// O(log pages) and O(page + log pages) for each page that had values of its own.
    mutating func sharePagesAgain(from page: Int) {
        var next: Int? = page
        while let page = next {
            if !isShared(page) {
                guard areShared(values(on: page)) else { return }
                share(page)
            }
            next = nextOwn(after: page)
        }
    }

    /// Lets a page share the values of others, which it has, too.
    private mutating func share(_ page: Int) {
        recycle(page)
        put((shared!, Int(nodes.counts[page])), at: page)
    }

    /// The next page behind one that is not shared; nil if all are.
    func nextOwn(after page: Int) -> Int? { tree.nextMarked(after: page, nodes.marks) }

    /// Gives back the values of a page.
    private mutating func recycle(_ page: Int) {
        let handle = nodes.blocks[page].handle
        if handle != shared && handle >= adoptedEnd {
            values.recycle(handle, length: Self.pageCapacity * width)
        }
    }

    private func numbers(on page: Int) -> [Double] { Array(values(on: page)) }

    /// The same where they are, readable until an edit.
    private func values(on page: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(start: run(page), count: Int(nodes.counts[page]) * width)
    }

    /// Makes several pages of one and of new items, all of them about as long.
    ///
    /// - Parameter page: The page; −1 if there is none.
    mutating func split(_ page: Int, inserting new: some Collection<Double>, at item: Int) {
        var numbers: [Double] = []
        if page >= 0 {
            numbers = self.numbers(on: page)
            recycle(page)
        }
        numbers.insert(contentsOf: new, at: item * width)
        let count = numbers.count / width
        let pieces = Self.pageCount(count)
        let slots = self.numbers.makeSlots(page < 0 ? pieces : pieces - 1, behind: page, of: &entry, from: &unused)
        tree = entry.tree
        for (piece, slot) in (page < 0 ? slots.dropFirst() : slots[...]).enumerated() {
            put(makePage(numbers[count * piece / pieces * width..<count * (piece + 1) / pieces * width]), at: slot)
        }
    }

    /// Takes a page out.
    mutating func remove(_ page: Int) {
        recycle(page)
        add(-Int(nodes.counts[page]), to: page)
        writableNodes.empty(page)
    }

    /// Joins a small page with the next one.
    mutating func join(_ page: Int) {
        let count = Int(nodes.counts[page])
        guard count < Self.pageSize / 4, let next = tree.next(after: page, nodes.counts),
            count + Int(nodes.counts[next]) <= Self.pageSize
        else { return }
        let more = Int(nodes.counts[next])
        if !isShared(page) || !isShared(next) {
            if isShared(page) { separate(page) }
            let place = values.writableRun(nodes.blocks[page].handle) + count * width
            place.update(from: run(next), count: more * width)
        }
        remove(next)
        add(more, to: page)
    }
}
