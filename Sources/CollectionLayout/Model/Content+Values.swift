/// Items with values that have been checked and snapped.
struct CheckedItems {
    var count: Int
    /// Whether the values are those of one item, which all share.
    var isUniform: Bool
    var values: [Double]

    /// Makes of many equal values one that all share: who asks a delegate for each size need not know that they are the same.
    /// O(items that are alike).
    fileprivate mutating func shareIfAlike(_ width: Int) {
        guard !isUniform, values.repeats(values[..<width]) else { return }
        (isUniform, values) = (true, Array(values[..<width]))
    }
}

extension Content {
    /// Checks items that are to become part of a section, and snaps their lengths.
    ///
    /// - Parameters:
    ///   - section: The section and the position of the first one; for errors.
    ///   - others: How many items the section has already.
    func checked(
        _ items: NewItems, _ layout: ResolvedLayout, section: Int, at first: Int, beside others: Int
    ) throws(LayoutError) -> CheckedItems {
        let width = layout.width
        guard (0...Self.largestCount - others).contains(items.count) else {
            let (sum, overflows) = items.count.addingReportingOverflow(others)
            throw .tooMany(
                what: "items in section \(section)", got: overflows || items.count < 0 ? items.count : sum,
                limit: Self.largestCount)
        }
        var checked: CheckedItems
        switch items {
        case .uniform(let count, let value):
            checked = CheckedItems(count: count, isUniform: true, values: value)
        case .each(let count, let values):
            checked = CheckedItems(count: count, isUniform: width == 0, values: values)
            if count > ValueStore.largestSlice && values.count == count * width { checked.shareIfAlike(width) }
        }
        let expected = width * (checked.isUniform ? 1 : checked.count)
        guard checked.values.count == expected else {
            throw .badValueCount(section: section, got: checked.values.count, expected: expected)
        }
        for (index, value) in checked.values.enumerated() where !isInRange(value, layout) {
            throw outOfRange(section, first + index / width, index % width, value, layout)
        }
        if layout.hasValueRules && width > 0 {
            for item in 0..<checked.values.count / width {
                var value = ItemValue(.zero, count: width)
                for number in 0..<width { value[number] = checked.values[item * width + number] }
                try check(value, layout.fold, section, first + item)
            }
        }
        guard container.snapping == .grain else { return checked }
        for number in 0..<width where layout.isLength(number) {
            for index in stride(from: number, to: checked.values.count, by: width) {
                // What is snapped already need not be copied.
                let snapped = container.snapping.snap(checked.values[index])
                if snapped != checked.values[index] { checked.values[index] = snapped }
            }
        }
        return checked
    }

    /// Checks that there are as many values of an item as its layout takes.
    @inline(__always)
    func checkCount(_ count: Int, _ width: Int, section: Int, item: Int) throws(LayoutError) {
        if count != width { throw badCount(count, width, section, item) }
    }

    /// Not where it is asked for: edits in which all is well would take longer.
    @inline(never)
    private func badCount(_ count: Int, _ width: Int, _ section: Int, _ item: Int) -> LayoutError {
        .badParameter(
            name: "number of values of section \(section), item \(item)", value: Double(count), expected: "\(width)")
    }

    /// Checks the values of one item.
    func check(_ value: ItemValue, _ layout: ResolvedLayout, section: Int, item: Int) throws(LayoutError) {
        try checkCount(value.count, layout.width, section: section, item: item)
        for number in 0..<layout.width where !isInRange(value[number], layout) {
            throw outOfRange(section, item, number, value[number], layout)
        }
        if layout.hasValueRules { try check(value, layout.fold, section, item) }
    }

    /// The values of an item, its lengths on the grain.
    @inline(__always)
    func snapped(_ value: SIMD4<Double>, _ layout: ResolvedLayout) -> SIMD4<Double> {
        // Number by number, not in a loop: what is put into a vector by its index is waited for until it has reached the cache.
        @inline(__always)
        func number(_ number: Int) -> Double {
            layout.isLength(number) ? container.snapping.snap(value[number]) : value[number]
        }
        return SIMD4(number(0), number(1), number(2), number(3))
    }

    /// Checks that the lengths of an item that is taken over lie on the grain.
    func checkIsSnapped(
        _ value: ItemValue, _ layout: ResolvedLayout, section: Int, item: Int
    ) throws(LayoutError) {
        for number in 0..<layout.width
        where layout.isLength(number) && container.snapping.snap(value[number]) != value[number] {
            throw .badValue(
                section: section, item: item, name: layout.fold.valueNames[number], value: value[number],
                expected: "a multiple of \(Snapping.grainLength), to be taken over as it is")
        }
    }

    private func isInRange(_ value: Double, _ layout: ResolvedLayout) -> Bool {
        value >= layout.leastValue && value <= Snapping.largestCoordinate
    }

    private func outOfRange(
        _ section: Int, _ item: Int, _ number: Int, _ value: Double, _ layout: ResolvedLayout
    ) -> LayoutError {
        .badValue(
            section: section, item: item, name: layout.fold.valueNames[number], value: value,
            expected: "a number from \(layout.leastValue) to \(Snapping.largestCoordinate)")
    }

    /// Asks a fold for what it finds wrong with the values of an item.
    func check(_ value: ItemValue, _ fold: any SectionFold, _ section: Int, _ item: Int) throws(LayoutError) {
        guard let problem = fold.problem(with: value) else { return }
        throw .badValue(
            section: section, item: item, name: fold.valueNames[problem.index], value: value[problem.index],
            expected: problem.expected)
    }
}
