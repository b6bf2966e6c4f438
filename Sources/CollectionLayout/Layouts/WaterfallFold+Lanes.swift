/// Passes over four parts of a section at once, whose lanes are assumed to begin at 0.
extension WaterfallFold: LanesFold {
    var skimsLanes: Bool { canSkim && lanes.count <= ShortestLanes.most }

    func skimLanes(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into assumed: AssumedLanes
    ) -> Bool {
        guard let values = items.values(first..<first + SkimmedBlocks.partCount * count * size, each: 1) else {
            return false
        }
        let laneCount = lanes.count
        var keys = LaneParts(count: laneCount, spacing: lanes.lineSpacing)
        for number in 0..<count {
            guard keys.store(to: assumed.states + number * laneCount, distance: count * laneCount) else { return false }
            put(size, values + number * size, count * size, &keys)
            let margins = keys.takeMargins()
            for part in 0..<SkimmedBlocks.partCount {
                let block = part &* count &+ number
                // An item that has neither a length nor a spacing leaves no trace in the lanes.
                let isTraced = lanes.lineSpacing > 0 || haveLengths(values + block * size, size)
                assumed.margins[block] = isTraced ? margins[part] : -.infinity
            }
        }
        return keys.store(to: assumed.ends, distance: laneCount)
    }

    private func haveLengths(_ values: UnsafePointer<Double>, _ count: Int) -> Bool {
        for item in 0..<count where length(values[item]) <= 0 { return false }
        return true
    }

    /// Puts some items of each part into lanes.
    ///
    /// - Parameters:
    ///   - values: Those of the first part.
    ///   - distance: How many items lie between two parts.
    private func put(_ count: Int, _ values: UnsafePointer<Double>, _ distance: Int, _ keys: inout LaneParts) {
        switch lanes.count {
        case ...2: put(count, values, distance, &keys, in: TwoPlaces.self)
        case 3: put(count, values, distance, &keys, in: ThreePlaces.self)
        case 4: put(count, values, distance, &keys, in: FourPlaces.self)
        case 5: put(count, values, distance, &keys, in: FivePlaces.self)
        case 6: put(count, values, distance, &keys, in: SixPlaces.self)
        default: put(count, values, distance, &keys, in: MostPlaces.self)
        }
    }

    /// The same into lanes for which there is room.
    @inline(never)
    private func put<Places: LanePlaces>(
        _ count: Int, _ values: UnsafePointer<Double>, _ distance: Int, _ keys: inout LaneParts, in places: Places.Type
    ) {
        if byRatio {
            put(count, values, distance, &keys, in: places) {
                Snapping.snapShort(container.lengths(breadths: SIMD2(repeating: lanes.breadth), aspectRatios: $0))
            }
        } else {
            put(count, values, distance, &keys, in: places) { $0 }
        }
    }

    /// - Parameter length: Lengths of items by their values.
    @inline(__always)
    private func put<Places: LanePlaces>(
        _ count: Int, _ values: UnsafePointer<Double>, _ distance: Int, _ keys: inout LaneParts, in places: Places.Type,
        _ length: (SIMD2<Double>) -> SIMD2<Double>
    ) {
        let parts = (values, values + distance, values + 2 * distance, values + 3 * distance)
        // A variable of its own, for which there are registers.
        var next = keys
        for item in 0..<count {
            let low = length(SIMD2(parts.0[item], parts.1[item]))
            let high = length(SIMD2(parts.2[item], parts.3[item]))
            next.put(SIMD4(lowHalf: low, highHalf: high), in: places)
        }
        keys = next
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
