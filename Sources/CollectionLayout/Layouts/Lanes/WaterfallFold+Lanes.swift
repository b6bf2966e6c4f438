/// Passes over four parts of a section at once, whose lanes are assumed to begin somewhere.
extension WaterfallFold: LanesFold {
    var skimsLanes: Bool { canSkim && lanes.count <= ShortestLanes.most }

    func total(_ range: Range<Int>, of items: ItemValues) -> Double {
        let spacing = Double(range.count) * lanes.lineSpacing
        guard byRatio else { return items.sum(range) + spacing }
        var sum = SIMD2<Double>()
        _ = measureShort(range, of: items) { sum += $1 }
        return sum.sum() + spacing
    }

    func skimLanes(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into assumed: AssumedLanes
    ) -> Bool {
        guard let values = items.values(first..<first + SkimmedBlocks.partCount * count * size, each: 1) else {
            return false
        }
        func skim<Keys: SortedKeys>(_ keys: Keys.Type) {
            self.skim(keys, from: first, each: count, of: size, values, items, into: assumed)
        }
        switch lanes.count {
        case 1: skim(OneKey.self)
        case 2: skim(TwoKeys.self)
        case 3: skim(ThreeKeys.self)
        case 4: skim(FourKeys.self)
        case 5: skim(FiveKeys.self)
        case 6: skim(SixKeys.self)
        case 7: skim(SevenKeys.self)
        default: skim(EightKeys.self)
        }
        return true
    }

    private func skim<Keys: SortedKeys>(
        _: Keys.Type, from first: Int, each count: Int, of size: Int, _ values: UnsafePointer<Double>,
        _ items: ItemValues, into assumed: AssumedLanes
    ) {
        let parts = 0..<SkimmedBlocks.partCount
        var sorted = LaneParts<Keys>(spacing: lanes.lineSpacing)
        let states = PartStates(first: assumed.states, stride: count * Keys.count)
        for part in parts { sorted.begin(part, at: FoldState(states[part], count: Keys.count)) }
        for number in 0..<count {
            put(size, PartPairs(values + number * size, distance: count * size), &sorted)
            let next =
                number + 1 < count
                ? PartStates(first: states.first + (number + 1) * Keys.count, stride: states.stride)
                : PartStates(first: assumed.ends, stride: Keys.count)
            let margins = sorted.takeMargins()
            var least = Double.infinity
            for part in parts {
                assumed.margins[part &* count &+ number] = margins[part]
                least = smaller(least, margins[part])
            }
            // An item that has neither a length nor a spacing leaves no trace in the lanes.
            if lanes.lineSpacing <= 0 {
                for part in parts where !haveLengths(values + (part * count + number) * size, size) {
                    assumed.margins[part * count + number] = -.infinity
                }
            }
            if least > -.infinity {
                sorted.store(parts, to: next)
                continue
            }
            for part in parts {
                guard margins[part] == -.infinity else {
                    sorted.store(part..<part + 1, to: next)
                    continue
                }
                let state = FoldState(next[part], count: Keys.count)
                state.copy(FoldState(states[part] + number * Keys.count, count: Keys.count))
                let item = first + (part * count + number) * size
                _ = skim(item..<item + size, of: items, state)
                sorted.begin(part, at: state)
            }
        }
    }

    private func haveLengths(_ values: UnsafePointer<Double>, _ count: Int) -> Bool {
        for item in 0..<count where length(values[item]) <= 0 { return false }
        return true
    }

    /// Puts some items of each part into lanes; see ``LaneParts/put(_:of:_:)``.
    @inline(never)
    private func put<Keys: SortedKeys>(_ count: Int, _ values: PartPairs, _ parts: inout LaneParts<Keys>) {
        if byRatio {
            parts.put(count, of: values) {
                Snapping.snapShort(container.lengths(breadths: SIMD2(repeating: lanes.breadth), aspectRatios: $0))
            }
        } else {
            parts.put(count, of: values) { $0 }
        }
    }

    func move(
        _ count: Int, by distances: LaneDistances, _ states: UnsafeMutablePointer<Double>, end: UnsafePointer<Double>,
        _ spans: UnsafeMutablePointer<ItemSpan>
    ) {
        let laneCount = lanes.count
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * laneCount) { room in
            var (now, next) = (room.baseAddress!, room.baseAddress! + laneCount)
            distances.move(states, to: now)
            for block in 0..<count {
                let state = states + block &* laneCount
                if block &+ 1 < count {
                    distances.move(state + laneCount, to: next)
                } else {
                    next.update(from: end, count: laneCount)
                }
                var (near, far, lastLane) = (now[0], -Double.infinity, 0)
                for lane in 0..<laneCount {
                    near = smaller(near, now[lane])
                    if next[lane] != now[lane] {
                        far = larger(far, next[lane])
                        lastLane = lane
                    }
                    state[lane] = now[lane]
                }
                spans[block] = ItemSpan(
                    near: near, far: far - lanes.lineSpacing, breadth: lanes.x(of: lastLane) + lanes.breadth)
                swap(&now, &next)
            }
        }
    }
}
