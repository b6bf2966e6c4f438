/// Sorts the numbers 0 ..< count by a 32-bit key each, stable, in three passes of 11 bits.
///
/// The counting sort by digits of Knuth, The Art of Computer Programming 3, section 5.2.5. O(count), about ten times as
/// fast as a comparison sort at a million keys.
func radixOrder(count: Int, key: (Int) -> UInt32) -> FlatArray<UInt32> {
    struct Entry: BitwiseCopyable {
        var key: UInt32
        var index: UInt32
    }
    let digits: [(shift: UInt32, mask: UInt32)] = [(0, 2047), (11, 2047), (22, 1023)]
    var entries = FlatArray<Entry>(uninitialized: count)
    var sorted = FlatArray<Entry>(uninitialized: count)
    let unsorted = entries.writable
    for index in 0..<count { unsorted[index] = Entry(key: key(index), index: UInt32(index)) }
    for digit in digits {
        var starts = [Int](repeating: 0, count: 2048)
        for entry in entries.elements { starts[Int(entry.key >> digit.shift & digit.mask)] += 1 }
        var sum = 0
        for index in starts.indices {
            let size = starts[index]
            starts[index] = sum
            sum += size
        }
        let target = sorted.writable
        for entry in entries.elements {
            let bucket = Int(entry.key >> digit.shift & digit.mask)
            target[starts[bucket]] = entry
            starts[bucket] += 1
        }
        swap(&entries, &sorted)
    }
    return FlatArray(entries.elements.lazy.map(\.index))
}

/// Maps a range of coordinates to whole numbers below a number of steps, for keys.
struct Quantizer {
    let least: Double
    let extent: Double
    private let scale: Double
    private let last: Double

    init(_ values: some Sequence<Double>, steps: Double) {
        var least = Double.infinity
        var most = -Double.infinity
        for value in values {
            least = min(least, value)
            most = max(most, value)
        }
        self.least = least
        extent = most - least
        last = steps - 1
        scale = extent > 0 ? last / extent : 0
    }

    func step(_ value: Double) -> UInt32 { UInt32(min((value - least) * scale, last)) }
}
