/// How a layout of rows turns the two values of an item into its size in layout space.
enum RowMeasure: Sendable {
    /// The values are width and height.
    case size(Axis)
    /// The values are a line fraction and an aspect ratio.
    case fraction(Container, insets: EdgeInsets, itemSpacing: Double)

    /// Whether values are sizes in layout space.
    var isPlain: Bool { if case .size(.vertical) = self { true } else { false } }

    /// The size of an item.
    ///
    /// - Parameter width: That of an item whose first value is the same, if it is known.
    func size(of value: SIMD2<Double>, width: Double? = nil) -> Size {
        switch self {
        case .size(let axis):
            return axis.transpose(Size(width: value.x, height: value.y))
        case .fraction(let container, _, _):
            let breadth = width ?? breadth(lineFraction: value.x)
            return Size(width: breadth, height: container.length(breadth: breadth, aspectRatio: value.y))
        }
    }

    /// The sizes of items whose lengths snap.
    ///
    /// - Parameters:
    ///   - values: Those of the items, two each.
    ///   - sizes: Receives widths and heights, in turn.
    @inline(__always)
    func measure(_ count: Int, _ values: UnsafePointer<Double>, into sizes: UnsafeMutablePointer<Double>) {
        guard case .fraction(let container, _, _) = self else {
            for index in 0..<count {
                let size = size(of: values.pair(2 &* index))
                sizes.storePair(SIMD2(size.width, size.height), at: 2 &* index)
            }
            return
        }
        var last = BreadthPair()
        var index = 0
        while index < count {
            let hasOther = index &+ 1 < count
            let one = values.pair(2 &* index)
            let other = hasOther ? values.pair(2 &* index &+ 2) : one
            let breadths = last.find(SIMD2(one.x, other.x), self)
            var lengths = container.lengths(breadths: breadths, aspectRatios: SIMD2(one.y, other.y))
            if all(lengths .<= Snapping.largestShortLength) {
                lengths = Snapping.snapShort(lengths)
            } else {
                lengths.x = container.length(breadth: breadths.x, aspectRatio: one.y)
                lengths.y = container.length(breadth: breadths.y, aspectRatio: other.y)
            }
            sizes.storePair(SIMD2(breadths.x, lengths.x), at: 2 &* index)
            if hasOther { sizes.storePair(SIMD2(breadths.y, lengths.y), at: 2 &* index &+ 2) }
            index &+= 2
        }
    }

    /// The breadths of two items, whose lengths snap; for fractions only.
    @inline(__always)
    fileprivate func breadths(lineFractions: SIMD2<Double>) -> SIMD2<Double> {
        guard case .fraction(let container, let insets, let itemSpacing) = self else { return .zero }
        let counts = larger(lineFractions, SIMD2(repeating: 1))
        let room = (container.breadth - insets.left - insets.right) - (counts - 1) * itemSpacing
        return larger(Snapping.snapShort(room / counts), .zero)
    }

    /// The breadth of an item.
    @inline(__always)
    func breadth(of value: SIMD2<Double>) -> Double {
        switch self {
        case .size(let axis): axis == .vertical ? value.x : value.y
        case .fraction: breadth(lineFraction: value.x)
        }
    }

    /// The breadth of an item that takes a part of a row; for fractions only.
    func breadth(lineFraction: Double) -> Double {
        guard case .fraction(let container, let insets, let itemSpacing) = self else { return 0 }
        let count = max(lineFraction, 1)
        let room = container.breadth - insets.left - insets.right - (count - 1) * itemSpacing
        return max(container.snapping.snap(room / count), 0)
    }
}

/// The breadths of two items whose lengths snap, known from the two before them where these have the same line fractions:
/// neighbours do more often than not.
struct BreadthPair {
    private var fractions = SIMD2(repeating: Double.nan)
    private var breadths = SIMD2<Double>.zero

    init() {}

    @inline(__always)
    mutating func find(_ lineFractions: SIMD2<Double>, _ measure: RowMeasure) -> SIMD2<Double> {
        if any(lineFractions .!= fractions) {
            fractions = lineFractions
            breadths = measure.breadths(lineFractions: lineFractions)
        }
        return breadths
    }
}
