/// What is to be laid out: sections, the values that describe their items, and the container.
///
/// Values are checked and snapped as they come in, so that a content that exists can be laid out. A content is a value:
/// strategies keep a copy, which shares its storage.
public struct Content: Sendable {
    /// The room the sections are laid out in.
    public internal(set) var container: Container
    /// The layouts that sections refer to. O(layouts).
    public var layouts: [any SectionLayout] { resolved.map(\.layout) }
    /// The sections in order.
    public internal(set) var sections = SectionList()
    /// The number of items of all sections.
    public internal(set) var itemCount = 0
    /// What no section has more items than: the most that any has had.
    var mostItems = 0
    /// The number of items before each section, as long as nothing but appending has changed the content: then a content of any number
    /// of sections can be laid out from the middle at once.
    var itemStarts: [Int]? = []
    /// The number of elements of all sections beside the items.
    public private(set) var supplementaryCount = 0
    /// The layouts, resolved in the container; parallel to ``layouts``. O(layouts).
    public var folds: [any SectionFold] { resolved.map(\.fold) }
    private(set) var resolved: [ResolvedLayout] = []
    /// The values of the items.
    var values = ValueStore()
    /// How many threads share the work of laying the content out; nil leaves it to the engine: as many as there are
    /// processors, up to 8, where there is enough to do; 1 keeps all work on the caller's. More than 64 count as 64.
    ///
    /// The result does not depend on it. Runs of sections are laid out at the same time, and parts of a large section where
    /// its layout can pass over items: rows, plain lists and waterfalls. What `viewport-first` continues runs on the caller's.
    /// Where the number is left open, and there are many items, some hundreds are placed first: whether more threads would save
    /// time is seen from how long that takes.
    public var parallelism: Int?

    /// The most sections, and the most items of a section.
    public static let largestCount = Int(Int32.max)

    /// An empty content in a container, whose lengths are snapped.
    ///
    /// - Precondition: its lengths are from 0 to ``Snapping/largestCoordinate``; ``init(axis:bounds:contentInset:snapping:fidelity:)``
    ///   throws for others.
    public init(container: Container) {
        let lengths = 0...Snapping.largestCoordinate
        precondition(
            lengths.contains(container.breadth) && lengths.contains(container.viewportLength),
            "a container has lengths from 0 to \(Snapping.largestCoordinate), got \(container.breadth) and "
                + "\(container.viewportLength)")
        var snapped = container
        snapped.breadth = container.snapping.snap(container.breadth)
        snapped.viewportLength = container.snapping.snap(container.viewportLength)
        self.container = snapped
    }

    /// An empty content for bounds, both in points and not transposed.
    ///
    /// A content inset may be negative: the content is then larger than the view.
    ///
    /// - Throws: ``LayoutError/badParameter(name:value:expected:)`` for lengths that are NaN, infinite, too large or negative, and for
    ///   an inset that is NaN or too large.
    public init(
        axis: Axis = .vertical, bounds: Size, contentInset: EdgeInsets = .zero, snapping: Snapping = .grain,
        fidelity: Fidelity = .corrected
    ) throws(LayoutError) {
        let size = axis.transpose(bounds)
        var container = Container(
            axis: axis, breadth: 0, viewportLength: 0, snapping: snapping, fidelity: fidelity)
        let inset = try container.contentInset(contentInset)
        func length(_ bounds: Double, _ inset: Double, _ direction: String) throws(LayoutError) -> Double {
            let length = try container.length(bounds, "bounds \(direction)") - inset
            return try container.length(max(length, 0), "bounds \(direction) less content inset")
        }
        container.breadth = try length(size.width, inset.left + inset.right, "across")
        container.viewportLength = try length(size.height, inset.top + inset.bottom, "along")
        self.init(container: container)
    }

    /// Adds a layout for sections to refer to.
    ///
    /// - Returns: Its index.
    /// - Throws: ``LayoutError/badParameter(name:value:expected:)``.
    public mutating func addLayout(_ layout: some SectionLayout) throws(LayoutError) -> Int {
        resolved.append(try ResolvedLayout(layout, in: container))
        return resolved.count - 1
    }

    /// Appends a section whose items all have the same values, and whose layout ``addLayout(_:)`` has given that index.
    ///
    /// A header or footer is there only if both its lengths are above 0, though its breadth is that of the section.
    ///
    /// - Complexity: O(1), whatever the count.
    /// - Throws: ``LayoutError``, for an unknown layout, too many items, and values, a header or a footer that are not valid; the
    ///   content stays as it was.
    public mutating func appendUniformSection(
        layout: Int, count: Int, value: [Double], header: Size = .zero, footer: Size = .zero,
        background: ElementKind? = nil
    ) throws(LayoutError) {
        try append(
            SectionDescription(
                layout: layout, items: .uniform(count: count, value: value), header: header, footer: footer,
                background: background))
    }

    /// Appends a section with values for each item, one item after the other, and whose layout ``addLayout(_:)`` has given that
    /// index. A header or footer is there only if both its lengths are above 0.
    ///
    /// - Complexity: O(values).
    /// - Throws: ``LayoutError``, which names the item, or the layout if there is none; the content stays as it was.
    public mutating func appendSection(
        layout: Int, values: [Double], header: Size = .zero, footer: Size = .zero, background: ElementKind? = nil
    ) throws(LayoutError) {
        let width = try self.layout(.index(layout), ofSection: sections.count).layout.width
        guard width > 0 else {
            throw .badParameter(
                name: "layout", value: Double(layout),
                expected: "one whose items have values, which tell how many there are; else append a uniform section")
        }
        guard values.count.isMultiple(of: width) else {
            throw .badValueCount(
                section: sections.count, got: values.count, expected: (values.count / width + 1) * width)
        }
        try append(
            SectionDescription(
                layout: layout, items: .each(count: values.count / width, values: values), header: header,
                footer: footer, background: background))
    }

    /// Appends a section with values that are asked for, item after item, as a collection view asks its delegate for sizes: of
    /// each item as many as the layout takes, to which ``addLayout(_:)`` has given that index.
    ///
    /// - Complexity: O(count), with an array for each item: millions are better handed over as one.
    /// - Throws: What `values` throws, or a ``LayoutError``, which names the item, or the layout if there is none. Either leaves the
    ///   content as it was.
    public mutating func appendSection(
        layout: Int, count: Int, header: Size = .zero, footer: Size = .zero, background: ElementKind? = nil,
        values: (_ item: Int) throws -> [Double]
    ) throws {
        let width = try self.layout(.index(layout), ofSection: sections.count).layout.width
        var all: [Double] = []
        // Of too many nobody is asked for any.
        for item in 0..<((0...Self.largestCount).contains(count) ? count : 0) {
            let value = try values(item)
            try checkCount(value.count, width, section: sections.count, item: item)
            all += value
        }
        try append(
            SectionDescription(
                layout: layout, items: .each(count: count, values: all), header: header, footer: footer,
                background: background))
    }

    private mutating func append(_ description: SectionDescription) throws(LayoutError) {
        try insert(description, at: sections.count)
    }

    /// Inserts a section, or throws and changes nothing. O(values + √sections + layouts).
    mutating func insert(_ description: SectionDescription, at index: Int) throws(LayoutError) {
        guard sections.count < Self.largestCount else {
            throw .tooMany(what: "sections", got: sections.count + 1, limit: Self.largestCount)
        }
        var (section, items, layout) = try checked(description, at: index)
        if section.layout == resolved.count { resolved.append(layout) }
        section.valueHandle = values.append(items.values)
        if index == sections.count { itemStarts?.append(itemCount) } else { itemStarts = nil }
        sections.insert(section, at: index)
        itemCount += items.count
        mostItems = max(mostItems, items.count)
        supplementaryCount += supplementaryCount(ofSection: index)
    }

    /// Checks what is to become a section, and snaps the lengths of its items. Its layout may be one that is yet to be added.
    func checked(
        _ description: SectionDescription, at index: Int
    ) throws(LayoutError) -> (section: Section, items: CheckedItems, layout: ResolvedLayout) {
        let (number, layout) = try layout(description.layout, ofSection: index)
        let items = try checked(description.items, layout, section: index, at: 0, beside: 0)
        if let kind = description.background, kind.category != .decoration {
            // Another element may be called like it.
            throw .badParameter(
                name: "background of section \(index), of kind \(kind),", value: Double(kind.rawValue),
                expected: "a decoration kind")
        }
        let section = Section(
            layout: Int32(number), count: Int32(items.count), isUniform: items.isUniform,
            background: description.background, valueHandle: 0,
            headerLength: try thickness(description.header, "the header of section \(index)"),
            footerLength: try thickness(description.footer, "the footer of section \(index)"))
        return (section, items, layout)
    }

    /// A layout that a section is to refer to, and its index: that of a layout to come where it is yet to be added.
    private func layout(
        _ reference: LayoutReference, ofSection section: Int
    ) throws(LayoutError) -> (index: Int, layout: ResolvedLayout) {
        if let index = index(of: reference) { return (index, resolved[index]) }
        switch reference {
        case .index(let index):
            throw .badParameter(
                name: "layout of section \(section)", value: Double(index),
                expected: "an index that 'addLayout(_:)' has returned, below \(resolved.count)")
        case .layout(let layout):
            do { return (resolved.count, try ResolvedLayout(layout, in: container)) } catch {
                throw error.naming("the layout of section \(section)")
            }
        }
    }

    /// The index of a layout in ``layouts``; nil if the content does not have it. O(layouts), unless it is an index.
    public func index(of reference: LayoutReference) -> Int? {
        switch reference {
        case .index(let index): resolved.indices.contains(index) ? index : nil
        case .layout(let layout): resolved.firstIndex { $0.layout.isEqual(to: layout) }
        }
    }

    /// Forgets layouts that no section has any more.
    mutating func forgetLayouts(from count: Int) { resolved.removeSubrange(count...) }

    /// Takes a section out; its values stay behind unused. O(√sections).
    mutating func remove(_ index: Int) -> Section {
        supplementaryCount -= supplementaryCount(ofSection: index)
        itemStarts = nil
        let section = sections.remove(at: index)
        itemCount -= Int(section.count)
        return section
    }

    /// The length along the axis of a header or footer: it exists only if both its lengths are above 0.
    func thickness(_ size: Size, _ name: String) throws(LayoutError) -> Double {
        let size = container.axis.transpose(size)
        let breadth = try container.length(size.width, "breadth of \(name)")
        let length = try container.length(size.height, "length of \(name)")
        return breadth > 0 ? length : 0
    }

    /// The number of items before each section. O(1) as long as nothing but appending has changed the content, else O(sections).
    var itemsBefore: [Int] {
        if let itemStarts { return itemStarts }
        var sum = 0
        return sections.map { section in
            defer { sum += Int(section.count) }
            return sum
        }
    }

    /// Whether any of the layouts asks where the view ends. O(layouts).
    var dependsOnViewportLength: Bool { resolved.contains { $0.layout.dependsOnViewportLength } }

    /// The fold of a section.
    public func fold(ofSection section: Int) -> any SectionFold { layout(ofSection: section).fold }

    /// The layout of a section, resolved.
    func layout(ofSection section: Int) -> ResolvedLayout { resolved[Int(sections[section].layout)] }

    /// How many elements a section has beside its items: header, footer, background and what its layout adds.
    public func supplementaryCount(ofSection section: Int) -> Int { supplementaryCount(of: sections[section]) }

    /// The same of one of the sections.
    @inline(__always)
    func supplementaryCount(of section: Section) -> Int {
        (section.headerLength > 0 ? 1 : 0) + (section.footerLength > 0 ? 1 : 0)
            + (section.background == nil ? 0 : 1) + resolved[Int(section.layout)].supplementaryCount
    }

    /// The stacking order of an element before effects: 0 for cells, headers and footers, what the layout says for what it adds
    /// itself, and less than all of these for a section's background: −1, or less if the layout adds what lies behind cells.
    public func zIndex(of id: ElementID) -> Int {
        if id.kind.standsAtZero { return 0 }
        let section = sections[Int(id.section)]
        let depth = resolved[Int(section.layout)].fold.zIndex(of: id.kind)
        return id.kind == section.background ? min(depth, 0) - 1 : depth
    }

    /// The values of an item. O(1); O(log items) in a section that has been edited.
    ///
    /// - Precondition: the item exists.
    public func value(section: Int, item: Int) -> ItemValue {
        precondition(sections.indices.contains(section), "no section \(section)")
        precondition((0..<Int(sections[section].count)).contains(item), "no item \(item) in section \(section)")
        let width = resolved[Int(sections[section].layout)].width
        var value = ItemValue(.zero, count: width)
        for number in 0..<width {
            value[number] = values.number(
                number, of: sections[section].isUniform ? 0 : item, sections[section].valueHandle, width)
        }
        return value
    }

    /// The same sections, layouts and values for other bounds, both in points and not transposed.
    ///
    /// - Complexity: O(values), as what is valid may depend on the breadth.
    /// - Throws: ``LayoutError``, where a layout or a value does not suit the new bounds.
    public func resized(to bounds: Size, contentInset: EdgeInsets = .zero) throws(LayoutError) -> Content {
        var next = try Content(
            axis: container.axis, bounds: bounds, contentInset: contentInset, snapping: container.snapping,
            fidelity: container.fidelity)
        for layout in layouts { _ = try next.addLayout(layout) }
        try next.takeSections(of: self)
        return next
    }

    /// The same sections and values with other layouts in place of theirs, as when a pinch changes the number of lanes. The columns of
    /// a grid are values of its items: another number of them takes another content.
    ///
    /// - Parameter transform: The layout for that of an index; it must take values of the same number, as they are.
    /// - Complexity: O(values), as what is valid may depend on the layout.
    /// - Throws: ``LayoutError``, where a layout or a value is not valid, or what becomes a length does not lie on the grain.
    public func replacingLayouts(
        _ transform: (_ index: Int, any SectionLayout) throws(LayoutError) -> any SectionLayout
    ) throws(LayoutError) -> Content {
        var next = Content(container: container)
        for (index, former) in resolved.enumerated() {
            let number = try next.addLayout(try transform(index, former.layout))
            let width = next.resolved[number].width
            // A layout that no section has may take anything.
            guard width != former.width, let section = sections.firstIndex(where: { Int($0.layout) == index }) else {
                continue
            }
            throw .badValueCount(section: section, got: former.width, expected: width)
        }
        try next.takeSections(of: self)
        return next
    }

    /// Takes over the sections and values of a content with the same number of layouts, and checks that they suit.
    private mutating func takeSections(of other: Content) throws(LayoutError) {
        parallelism = other.parallelism
        sections = other.sections
        values = other.values
        itemCount = other.itemCount
        mostItems = other.mostItems
        itemStarts = other.itemStarts
        for index in sections.indices {
            supplementaryCount += supplementaryCount(ofSection: index)
            let layout = layout(ofSection: index)
            let acceptsAll = layout.accepts(allThat: other.layout(ofSection: index))
            guard layout.hasValueRules || !acceptsAll else { continue }
            guard sections[index].count > 0 else {
                forgetRefusedValue(of: index, layout)
                continue
            }
            for item in 0..<(sections[index].isUniform ? 1 : Int(sections[index].count)) {
                let value = value(section: index, item: item)
                try check(value, layout, section: index, item: item)
                if !acceptsAll { try checkIsSnapped(value, layout, section: index, item: item) }
            }
        }
    }

    /// Makes an empty section forget the value that its items would share, and no item has, if its layout refuses that: else the
    /// section would be one that cannot be described.
    private mutating func forgetRefusedValue(of index: Int, _ layout: ResolvedLayout) {
        guard sections[index].isUniform, layout.width > 0 else { return }
        do {
            let value = ItemValue(values.values(0..<1, sections[index].valueHandle, layout.width))
            try check(value, layout, section: index, item: 0)
        } catch {
            sections[index].isUniform = false
        }
    }
}
