/// Sizes of the items of four parts of a section, as Floats: a lane of vectors for each part.
protocol PartSizes {
    /// The sizes of an item of each part, by its number in the part.
    mutating func sizes(of item: Int) -> (widths: SIMD4<Float>, heights: SIMD4<Float>)

    /// The values of all items, two each.
    var values: PartPairs { get set }
}

/// Values that are sizes.
extension PartPairs: PartSizes {
    var values: PartPairs {
        get { self }
        set { self = newValue }
    }

    @inline(__always)
    func sizes(of item: Int) -> (widths: SIMD4<Float>, heights: SIMD4<Float>) {
        let (widths, heights) = at(2 &* item)
        return (widths, heights)
    }
}

/// The same where the axis is horizontal.
struct TransposedSizes: PartSizes {
    var values: PartPairs

    @inline(__always)
    func sizes(of item: Int) -> (widths: SIMD4<Float>, heights: SIMD4<Float>) {
        let (heights, widths) = values.at(2 &* item)
        return (widths, heights)
    }
}

/// Sizes that follow from a line fraction and an aspect ratio.
struct MeasuredSizes: PartSizes {
    typealias Two = SIMD2<Double>

    var values: PartPairs
    let measure: RowMeasure
    let container: Container
    private var last = (BreadthPair(), BreadthPair())

    init(values: PartPairs, measure: RowMeasure, container: Container) {
        self.values = values
        self.measure = measure
        self.container = container
    }

    @inline(__always)
    mutating func sizes(of item: Int) -> (widths: SIMD4<Float>, heights: SIMD4<Float>) {
        let (low, high) = values.doubles(at: 2 &* item)
        let breadths = (last.0.find(low.first, measure), last.1.find(high.first, measure))
        // Lengths that are too large for that are too large for lanes as well.
        @inline(__always)
        func lengths(_ breadths: Two, _ ratios: Two) -> Two {
            Snapping.snapShort(container.lengths(breadths: breadths, aspectRatios: ratios))
        }
        @inline(__always)
        func four(_ low: Two, _ high: Two) -> SIMD4<Float> {
            SIMD4(lowHalf: SIMD2<Float>(low), highHalf: SIMD2<Float>(high))
        }
        return (
            four(breadths.0, breadths.1), four(lengths(breadths.0, low.second), lengths(breadths.1, high.second))
        )
    }
}
