/// The numbers of four parts of a section, two neighbours of each at once, as Floats: a lane of vectors for each part.
struct PartPairs {
    typealias Parts = (UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Double>)

    private var parts: Parts

    /// - Parameter parts: The numbers of each part.
    init(_ parts: Parts) { self.parts = parts }

    /// - Parameters:
    ///   - numbers: Those of the first part.
    ///   - distance: How many numbers lie between the first ones of two parts.
    init(_ numbers: UnsafePointer<Double>, distance: Int) {
        parts = (numbers, numbers + distance, numbers + 2 * distance, numbers + 3 * distance)
    }

    /// The first number of a part.
    subscript(part: Int) -> UnsafePointer<Double> {
        get {
            switch part {
            case 0: parts.0
            case 1: parts.1
            case 2: parts.2
            default: parts.3
            }
        }
        set {
            switch part {
            case 0: parts.0 = newValue
            case 1: parts.1 = newValue
            case 2: parts.2 = newValue
            default: parts.3 = newValue
            }
        }
    }

    /// A number of each part, and the one behind it.
    @inline(__always)
    func at(_ index: Int) -> (first: SIMD4<Float>, second: SIMD4<Float>) {
        // Pairs of Floats as Doubles: the compiler would put Doubles in order first and convert twice as many halves.
        @inline(__always)
        func pair(_ numbers: UnsafePointer<Double>) -> Double {
            unsafeBitCast(SIMD2<Float>(numbers.pair(index)), to: Double.self)
        }
        let low = unsafeBitCast(SIMD2(pair(parts.0), pair(parts.1)), to: SIMD4<Float>.self)
        let high = unsafeBitCast(SIMD2(pair(parts.2), pair(parts.3)), to: SIMD4<Float>.self)
        return (
            SIMD4(lowHalf: low.evenHalf, highHalf: high.evenHalf), SIMD4(lowHalf: low.oddHalf, highHalf: high.oddHalf)
        )
    }

    /// The lower halves of what `change` makes of both, as integers.
    @inline(__always)
    func lowHalves(
        at index: Int, of change: (SIMD2<Double>) -> SIMD2<Double>
    ) -> (first: SIMD4<Int32>, second: SIMD4<Int32>) {
        @inline(__always)
        func pair(_ numbers: UnsafePointer<Double>) -> SIMD4<Int32> {
            unsafeBitCast(change(numbers.pair(index)), to: SIMD4<Int32>.self)
        }
        let low = SIMD4(evenOf: pair(parts.0), pair(parts.1))
        let all = SIMD8(lowHalf: low, highHalf: SIMD4(evenOf: pair(parts.2), pair(parts.3)))
        return (all.evenHalf, all.oddHalf)
    }

    /// The same as Doubles: of two parts, and of the other two.
    @inline(__always)
    func doubles(
        at index: Int
    ) -> (low: (first: SIMD2<Double>, second: SIMD2<Double>), high: (first: SIMD2<Double>, second: SIMD2<Double>)) {
        let pairs = (parts.0.pair(index), parts.1.pair(index), parts.2.pair(index), parts.3.pair(index))
        return (
            (SIMD2(pairs.0.x, pairs.1.x), SIMD2(pairs.0.y, pairs.1.y)),
            (SIMD2(pairs.2.x, pairs.3.x), SIMD2(pairs.2.y, pairs.3.y))
        )
    }
}
