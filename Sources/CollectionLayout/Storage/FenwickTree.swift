/// Numbers whose sums from the first one on are asked for while they change.
///
/// Fenwick, A new data structure for cumulative frequency tables, 1994. Everything but ``init(_:)`` is O(log n).
struct FenwickTree: Sendable {
    /// At each index above 0 the sum of as many numbers as its lowest bit says, up to that index.
    private var sums: [Int]

    /// A tree over some numbers. O(n).
    init(_ numbers: some Sequence<Int>) {
        sums = [0]
        sums.append(contentsOf: numbers)
        for node in sums.indices.dropFirst() {
            let next = node + (node & -node)
            if next < sums.count { sums[next] += sums[node] }
        }
    }

    /// Adds to a number.
    mutating func add(_ difference: Int, at index: Int) {
        var node = index + 1
        while node < sums.count {
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
}
