/// Where nodes begin across the axis: known of trees whose items stand side by side over more than a viewport shows, as the weeks
/// of a calendar do, so that a search visits only what it meets along both axes.
///
/// These numbers stand before the spans, one for each node, in the same order.
extension ShiftTree {
    /// Whether it is known.
    @inline(__always)
    var isBroad: Bool { chains == Self.broad }

    /// How many numbers there are.
    var beginNumberCount: Int { numberCount / Self.fieldCount }

    /// Where the numbers of some siblings begin.
    @inline(__always)
    private func begins(_ level: Level, _ group: Int) -> Int {
        strip(level, group, 0) / Self.fieldCount &- beginNumberCount
    }

    @inline(__always)
    private func beginPlace(_ node: Int, on level: Level) -> Int {
        begins(level, node / Self.fanout) &+ node % Self.fanout
    }

    /// Where a node begins across the axis; infinity if it has no items.
    func begin(of node: Int, on level: Level, _ numbers: UnsafePointer<Double>) -> Double {
        numbers[beginPlace(node, on: level)]
    }

    /// Sets where a leaf begins.
    ///
    /// - Returns: Where it began before.
    @discardableResult
    func setBegin(of leaf: Int, to begin: Double, _ numbers: UnsafeMutablePointer<Double>) -> Double {
        let place = beginPlace(leaf, on: leaves)
        defer { numbers[place] = begin }
        return numbers[place]
    }

    /// Computes where a node begins from its children.
    ///
    /// - Returns: Whether that has changed.
    func coverBegins(
        _ node: Int, on level: Level, _ below: Level, _ numbers: UnsafeMutablePointer<Double>
    ) -> Bool {
        let children = numbers + begins(below, node)
        let begin = (0..<below.width).reduce(Double.infinity) { smaller(children[$1], $0) }
        let place = beginPlace(node, on: level)
        defer { numbers[place] = begin }
        return numbers[place] != begin
    }

    /// One bit for each of some siblings that has something between two coordinates across the axis.
    @inline(__always)
    func meetingAcross(
        _ near: Double, _ far: Double, _ level: Level, _ group: Int, _ numbers: UnsafePointer<Double>
    ) -> UInt64 {
        let width = level.width
        let begins = numbers + begins(level, group)
        let ends = numbers + (strip(level, group, 0) &+ 3 &* width)
        let bits = Self.bits(of: width) { child in
            (begins.pair(child) .< SIMD2(repeating: far)) .& (ends.pair(child) .> SIMD2(repeating: near))
        }
        return bits.x | bits.y
    }
}
