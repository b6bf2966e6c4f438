import Foundation

/// A small seeded generator: the same seed gives the same workload in every process.
///
/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). The draws that use `log`,
/// `exp`, `cos` or `pow` agree between platforms to the last bits of libm; lengths snap to 1/1024 pt afterwards.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of a seed; every seed will do, 0 included.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 random bits.
    @inline(__always)
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// A number in 0 ..< 1, a multiple of 2^-53.
    @inline(__always)
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number between two bounds; the upper one may be reached by rounding only.
    @inline(__always)
    public mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// An index in 0 ..< `count`, with a bias below `count` / 2^64.
    ///
    /// - Precondition: `count` is above 0.
    @inline(__always)
    public mutating func index(below count: Int) -> Int {
        precondition(count > 0, "there is no index below \(count)")
        return Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }

    /// A normally distributed number of mean 0 and variance 1 (Box and Muller, 1958); takes two draws.
    public mutating func normal() -> Double {
        let radius = (-2 * log(1 - unit())).squareRoot()
        return radius * cos(2 * .pi * unit())
    }

    /// A number whose logarithm is normally distributed around that of the median.
    public mutating func logNormal(median: Double, sigma: Double) -> Double {
        median * exp(sigma * normal())
    }

    /// A count from 0 up with the given mean whose probabilities fall by a constant factor.
    ///
    /// - Precondition: the mean is above 0.
    public mutating func geometric(mean: Double) -> Int {
        precondition(mean > 0, "the mean must be above 0, got \(mean)")
        return Int(log(1 - unit()) / log(mean / (mean + 1)))
    }

    /// A number from `least` up that exceeds x with probability (least / x)^shape.
    public mutating func pareto(least: Double, shape: Double) -> Double {
        least * pow(1 - unit(), -1 / shape)
    }
}
