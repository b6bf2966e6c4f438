extension RandomAccessCollection where Index == Int {
    /// How many elements at the beginning satisfy a condition that holds up to some element and not behind it. O(log n).
    @inlinable
    @inline(__always)
    package func partition(_ isBefore: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - startIndex
    }
}
