/// Whether items have the same values: of what an edit brings, of pages, and of what stands in one array.
extension Collection<Double> {
    /// Whether these are the numbers of one item, again and again.
    func repeats(_ value: some Collection<Double>) -> Bool {
        zip(self, value).allSatisfy { $0 == $1 } && zip(self, dropFirst(value.count)).allSatisfy { $0 == $1 }
    }
}

extension UnsafePointer<Double> {
    /// Whether the numbers of an item are those of another one, which begin at `value`.
    @inline(__always)
    func isLike(_ value: UnsafePointer<Double>, at item: Int, _ width: Int) -> Bool {
        for number in 0..<width where self[item &* width &+ number] != value[number] { return false }
        return true
    }
}
