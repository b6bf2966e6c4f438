import CollectionLayout

extension Replay {
    /// Answers the queries of all frames through effects, each in the viewport that it asks for, without the edits.
    ///
    /// - Parameter counting: Whether to count what the queries do.
    public func checksums(
        of cache: some AttributeCache, through effects: EffectLayer, counting: Bool = true
    ) -> Answers {
        var answers = Answers()
        answers.checksums.reserveCapacity(viewports.count)
        var buffer = AttributesBuffer()
        for viewport in viewports {
            buffer.removeAll()
            if counting {
                effects.query(viewport, in: cache, Viewport(rect: viewport), into: &buffer, counting: &answers.counts)
            } else {
                effects.query(viewport, in: cache, Viewport(rect: viewport), into: &buffer)
            }
            answers.checksums.append(buffer.checksum)
            answers.hitCount += buffer.count
            answers.largestHitCount = max(answers.largestHitCount, buffer.count)
        }
        return answers
    }

    /// Answers `count` queries through effects, cyclically from a frame on, without the edits.
    ///
    /// It allocates nothing once the buffer is large enough.
    ///
    /// - Returns: The number of elements found.
    /// - Precondition: there are viewports, and `first` and `count` are at least 0.
    @inlinable
    public func run<Cache: AttributeCache>(
        first: Int, count: Int, on cache: borrowing Cache, through effects: EffectLayer,
        into buffer: inout AttributesBuffer
    ) -> UInt64 {
        precondition(count >= 0, "the count must be at least 0")
        var cycle = ViewportCycle(viewports, first: first)
        var sum: UInt64 = 0
        for _ in 0..<count {
            let viewport = cycle.next()
            buffer.removeAll()
            effects.query(viewport, in: cache, Viewport(rect: viewport), into: &buffer)
            sum &+= UInt64(buffer.count)
        }
        return sum
    }
}

extension AttributesBuffer {
    /// The sum of fingerprints of the elements and of where they are: independent of their order.
    var checksum: UInt64 {
        var sum: UInt64 = 0
        for index in 0..<count {
            let attributes = self[index]
            sum &+= attributes.frame.fingerprint(attributes.id.fingerprint)
            sum &+= UInt64(bitPattern: Int64(attributes.zIndex))
        }
        return sum
    }
}

extension Rect {
    /// A number that changes with any bit of the rectangle, and with another number; equal for equal rectangles, so that 0 and -0
    /// are the same.
    func fingerprint(_ start: UInt64) -> UInt64 {
        [x, y, width, height].reduce(start) { fingerprint, number in
            var mixed = SplitMix64(seed: fingerprint ^ (number + 0).bitPattern)
            return mixed.next()
        }
    }
}
