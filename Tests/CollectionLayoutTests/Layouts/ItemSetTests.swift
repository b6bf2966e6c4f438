import Testing

@testable import CollectionLayout

/// Bits of items, against sets of their numbers.
@Suite struct ItemSetTests {
    private static let numbers: [Set<Int>] = [[], [0], [63], [0, 63], [1, 2, 31, 32, 33, 62], Set(0..<64)]

    private func bits(_ numbers: Set<Int>) -> UInt64 { numbers.reduce(0) { $0 | 1 << UInt64($1) } }

    @Test(arguments: numbers, [0, 7, 1_000_000])
    func itemsAreThoseOfTheBits(_ numbers: Set<Int>, _ first: Int) {
        let set = ItemSet(bits(numbers), from: first)
        for number in 0..<64 {
            #expect(set.contains(first + number) == numbers.contains(number))
            let next = numbers.filter { $0 > number }.min()
            #expect(set.next(after: first + number) == next.map { first + $0 })
        }
    }

    @Test(arguments: numbers)
    func bitsAreFoundFromBothEnds(_ numbers: Set<Int>) {
        let bits = bits(numbers)
        #expect(bits.last(upTo: -1) == nil)
        #expect(bits.first(from: 64) == nil)
        for number in 0..<64 {
            #expect(bits.above(number) == self.bits(numbers.filter { $0 > number }))
            #expect(bits.first(from: number) == numbers.filter { $0 >= number }.min())
            #expect(bits.last(upTo: number) == numbers.filter { $0 <= number }.max())
        }
    }
}
