/// A place in a series where its level changes for longer than one value.
public struct ChangePoint: Sendable, Equatable {
    /// The index of the first value at the new level.
    public let index: Int
    /// How far the new level lies above the old one: the difference of the two means.
    public let shift: Double

    /// The changes of a series, ascending.
    ///
    /// Circular binary segmentation (Olshen, Venkatraman, Lucito and Wigler, "Circular binary segmentation for the
    /// analysis of array-based DNA copy number data", 2004): the stretch that differs most from the rest, by Student's
    /// t with pooled variance, is cut out where it differs beyond chance, and so on within the parts; cuts between
    /// neighbours that do not differ are taken back. A plain binary segmentation would miss a level that comes and goes.
    /// Every test is corrected by Bonferroni for the stretches it chose from, so that no more than a share `alpha` of all
    /// series of independent normal values around one level get any change. A level lasts for two values at least: a
    /// single outlier is none, nor is a change at the last value seen. Fewer than four values have no change.
    /// O(n²) for each change.
    ///
    /// - Parameters:
    ///   - values: the series, for times their logarithms: a shift is then the logarithm of a ratio.
    ///   - alpha: the share of series without a change that may get one.
    ///   - smallest: changes that are smaller do not matter.
    public static func find(in values: [Double], alpha: Double, smallest: Double = 0) -> [ChangePoint] {
        let segmentation = Segmentation(values, alpha: alpha, smallest: smallest)
        var bounds = [0] + segmentation.cuts(of: 0..<values.count) + [values.count]
        while let weak = segmentation.weakest(bounds) { bounds.remove(at: weak) }
        return bounds.indices.dropFirst().dropLast().map { position in
            ChangePoint(
                index: bounds[position],
                shift: segmentation.mean(bounds[position]..<bounds[position + 1])
                    - segmentation.mean(bounds[position - 1]..<bounds[position]))
        }
    }
}

/// Sums of a series, and tests of its parts.
private struct Segmentation {
    let alpha: Double
    let smallest: Double
    /// Sums of the values before each index, and of their squares, around the first value: the squares of large values
    /// would swallow their differences.
    private var sums = [0.0]
    private var squares = [0.0]
    private let origin: Double

    /// A level lasts that long.
    private static let shortest = 2

    init(_ values: [Double], alpha: Double, smallest: Double) {
        self.alpha = alpha
        self.smallest = smallest
        origin = values.first ?? 0
        for value in values {
            sums.append(sums.last! + value - origin)
            squares.append(squares.last! + (value - origin) * (value - origin))
        }
    }

    func mean(_ range: Range<Int>) -> Double {
        origin + (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count)
    }

    /// The cuts within a part, ascending.
    func cuts(of part: Range<Int>) -> [Int] {
        let stretches = stretches(of: part)
        guard let best = stretches.max(by: { t($0, in: part) < t($1, in: part) }),
            chance(best, in: part) * Double(stretches.count) < alpha
        else { return [] }
        let inner = [best.lowerBound, best.upperBound].filter { $0 < part.upperBound }
        let bounds = [part.lowerBound] + inner + [part.upperBound]
        return zip(bounds, bounds.dropFirst()).flatMap { low, high in
            (low == part.lowerBound ? [] : [low]) + cuts(of: low..<high)
        }
    }

    /// All stretches that leave nothing shorter than a level before, within and after them. None begins where the part
    /// does: the one that follows it says the same.
    private func stretches(of part: Range<Int>) -> [Range<Int>] {
        let least = Self.shortest
        guard part.count >= 2 * least else { return [] }
        return (part.lowerBound + least...part.upperBound - least).flatMap { low in
            (low + least...part.upperBound).filter { $0 == part.upperBound || $0 <= part.upperBound - least }
                .map { low..<$0 }
        }
    }

    /// The position of the bound between the two neighbours that differ least, where they do not differ beyond chance.
    func weakest(_ bounds: [Int]) -> Int? {
        let inner = bounds.indices.dropFirst().dropLast().map { position in
            let part = bounds[position - 1]..<bounds[position + 1]
            let stretch = bounds[position]..<part.upperBound
            let shift = abs(mean(stretch) - mean(part.lowerBound..<bounds[position]))
            let chance = chance(stretch, in: part) * Double(part.count - 1)
            return (position: position, chance: shift < smallest ? .infinity : chance)
        }
        guard let weak = inner.max(by: { $0.chance < $1.chance }), weak.chance >= alpha else { return nil }
        return weak.position
    }

    /// How probable it is that a stretch and the rest of its part differ as much by chance: Student's two-sided test.
    private func chance(_ stretch: Range<Int>, in part: Range<Int>) -> Double {
        2 * StudentT.cumulative(-t(stretch, in: part), degrees: Double(part.count - 2))
    }

    /// Student's t of a stretch against the rest of its part, without its sign.
    private func t(_ stretch: Range<Int>, in part: Range<Int>) -> Double {
        func sum(_ sums: [Double], _ range: Range<Int>) -> Double { sums[range.upperBound] - sums[range.lowerBound] }
        let inside = Double(stretch.count)
        let outside = Double(part.count - stretch.count)
        let insideSum = sum(sums, stretch)
        let outsideSum = sum(sums, part) - insideSum
        let difference = abs(insideSum / inside - outsideSum / outside)
        let total = sum(squares, part)
        let spread = total - insideSum * insideSum / inside - outsideSum * outsideSum / outside
        // What is left where all values of both are equal are rounding errors.
        guard spread > 1e-12 * total else { return difference * difference > 1e-12 * total ? .infinity : 0 }
        return difference / (spread / (inside + outside - 2) * (1 / inside + 1 / outside)).squareRoot()
    }
}
