/// Numbers whose sums from the first one on are asked for while they change.
///
/// Fenwick, A new data structure for cumulative frequency tables, 1994. Everything but ``init(_:)`` is O(log n).
struct FenwickTree: Sendable {
    /// At each index above 0 the sum of as many numbers as its lowest bit says, up to that index; behind the last number more
    /// than anything, up to a power of two.
    private var sums: [Int]
    private let count: Int

    /// A tree over some numbers. O(n).
    init(_ numbers: some Sequence<Int>) {
        sums = [0]
        sums.append(contentsOf: numbers)
        count = sums.count - 1
        for node in sums.indices.dropFirst() {
            let next = node + (node & -node)
            if next < sums.count { sums[next] += sums[node] }
        }
        let size = 1 << (Int.bitWidth - count.leadingZeroBitCount)
        sums.append(contentsOf: repeatElement(.max / 2, count: size - sums.count))
    }

    /// Adds to a number.
    mutating func add(_ difference: Int, at index: Int) {
        var node = index + 1
        while node <= count {
            sums[node] += difference
            node += node & -node
        }
    }

    /// The sum of the first `count` numbers.
    func sum(of count: Int) -> Int {
        var sum = 0
        var node = count
        while node > 0 {
            sum += sums[node]
            node -= node & -node
        }
        return sum
    }

    /// How many of the first numbers, none of which is below 0, have a sum of at most `limit`, and that sum.
    ///
    /// Without a branch: whether a step is taken is a coin toss to the predictor.
    func prefix(upTo limit: Int) -> (count: Int, sum: Int) {
        sums.withUnsafeBufferPointer { sums in
            var (count, sum) = (0, 0)
            var step = sums.count / 2
            while step > 0 {
                let more = sums[count &+ step]
                let isTaken = 0 &- Int(bit: sum &+ more <= limit)
                count &+= step & isTaken
                sum &+= more & isTaken
                step /= 2
            }
            return (count, sum)
        }
    }
}
