import Testing
import Workloads

@testable import CollectionLayout

@Suite struct BitTests {
    private func bits(_ lanes: [Bool]) -> UInt32 {
        lanes.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt32($1.offset) : 0) }
    }

    @Test func oneBitForEachLane() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<100 {
            let lanes = (0..<16).map { _ in Int32(random.uniform(-40_000, 40_000)) / 1000 }
            func four(_ first: Int) -> SIMD4<Int32> { SIMD4(lanes[first..<first + 4]) }
            func eight(_ first: Int) -> SIMD8<Int16> { SIMD8(lanes[first..<first + 8].map { Int16($0) }) }
            let zeros = SIMD4<Int32>()
            let below = (four(0) .< zeros, four(4) .< zeros, four(8) .< zeros, four(12) .< zeros)
            #expect(UInt32(signsOf: eight(0), eight(8)) == bits(lanes.map { $0 < 0 }))
            #expect(UInt32(bits: below.0, below.1, below.2, below.3) == bits(lanes.map { $0 < 0 }))
            #expect(UInt32(bits: below.0) == bits(lanes[..<4].map { $0 < 0 }))
        }
        let extremes = SIMD8<Int16>(.min, .max, -1, 0, 1, .min + 1, .max - 1, -256)
        #expect(UInt32(signsOf: extremes, SIMD8()) == 0b1010_0101)
        #expect(UInt32(signsOf: SIMD8(), extremes) == 0b1010_0101 << 8)
    }

    @Test func numbersOfSetBits() {
        for word: UInt32 in [0, 1, 0x8000_0000, 0xFFFF_FFFF, 0x1234_5678] {
            var found: [Int] = []
            word.forEachBit { found.append($0) }
            #expect(found == (0..<32).filter { word >> UInt32($0) & 1 == 1 })
        }
    }
}
