/// What frames the items of a section: header, footer, background and insets.
extension ResolvedLayout {
    /// Where the items of a section begin, in section coordinates: below the header and the top inset.
    func itemsTop(of section: Section) -> Double {
        guard section.headerLength > 0 else { return insets.top }
        return insets.top + headerInsets.top + section.headerLength + headerInsets.bottom
    }

    /// Where the footer of a section stands, if it has one.
    private func footerTop(of section: Section, itemsEnd: Double) -> Double {
        itemsEnd + insets.bottom + (section.footerLength > 0 ? footerInsets.top : 0)
    }

    /// The length of a section whose items end at a coordinate.
    func extent(of section: Section, itemsEnd: Double) -> Double {
        let footerTop = footerTop(of: section, itemsEnd: itemsEnd)
        return section.footerLength > 0 ? footerTop + section.footerLength + footerInsets.bottom : footerTop
    }

    /// Where the items of a section of a length end, if lengths snap: else it is an ulp beside that.
    @inline(__always)
    func itemsEnd(of section: Section, extent: Double) -> Double { extent - self.extent(of: section, itemsEnd: 0) }

    /// Whether all elements of a section beside its items stand where they do wherever the items end.
    func endsWithItems(_ section: Section) -> Bool {
        section.footerLength == 0 && section.background == nil && supplementaryCount == 0
    }

    /// The elements of a section beside its items, in section coordinates; the header comes first.
    ///
    /// - Parameter across: The breadth of the container.
    func supplementaries(of section: Section, itemsEnd: Double, across: Double) -> [Supplementary] {
        var all: [Supplementary] = []
        forEachSupplementary(of: section, itemsEnd: itemsEnd, across: across) { all.append($0) }
        return all
    }

    /// What a section reaches along the axis, in section coordinates: its items, which span so much, and its other elements.
    @inline(__always)
    func reach(of section: Section, itemsEnd: Double, items: ItemSpan, across: Double) -> Reach {
        var reach = Reach(near: items.near, far: items.far)
        forEachSupplementary(of: section, itemsEnd: itemsEnd, across: across) {
            reach.cover($0.frame.minY, $0.frame.maxY)
        }
        return reach
    }

    /// Calls `body` with one after the other of a section's elements beside its items; of those that the layout adds itself at least
    /// with those that intersect a rect in section coordinates.
    @inline(__always)
    func forEachSupplementary(
        of section: Section, itemsEnd: Double, across: Double, meeting rect: Rect? = nil,
        _ body: (Supplementary) -> Void
    ) {
        if section.headerLength > 0 {
            let frame = Rect(
                x: headerInsets.left, y: headerInsets.top,
                width: max(across - headerInsets.left - headerInsets.right, 0), height: section.headerLength)
            body(Supplementary(kind: .header, frame: frame))
        }
        if section.footerLength > 0 {
            let frame = Rect(
                x: footerInsets.left, y: footerTop(of: section, itemsEnd: itemsEnd),
                width: max(across - footerInsets.left - footerInsets.right, 0), height: section.footerLength)
            body(Supplementary(kind: .footer, frame: frame))
        }
        if let background = section.background {
            let frame = Rect(x: 0, y: 0, width: across, height: extent(of: section, itemsEnd: itemsEnd))
            body(Supplementary(kind: background, frame: frame))
        }
        if supplementaryCount > 0 {
            fold.forEachSupplementary(from: itemsTop(of: section), to: itemsEnd, meeting: rect, body)
        }
    }

    /// Tests the elements of a section beside its items, none of which is kept.
    ///
    /// - Parameter offset: Where the section begins, in the coordinates of the rect.
    @inline(__always)
    func searchSupplementaries<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        of number: Int, _ section: Section, at offset: Double, itemsEnd: Double, across: Double, _ rect: Rect,
        into sink: inout Sink, counting counter: inout Counter
    ) {
        let own = rect.offset(x: 0, y: -offset)
        forEachSupplementary(of: section, itemsEnd: itemsEnd, across: across, meeting: own) { element in
            sink.reserve(1)
            counter.test(elements: 1)
            let frame = element.frame.offset(x: 0, y: offset)
            sink.put(element.id(inSection: number), frame, if: frame.intersects(rect))
        }
    }
}
