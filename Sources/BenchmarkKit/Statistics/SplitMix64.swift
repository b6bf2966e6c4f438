/// A small, fast, seedable generator: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
///
/// Not for cryptography. The same seed gives the same numbers on every platform.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that begins at the seed.
    init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits. O(1).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
