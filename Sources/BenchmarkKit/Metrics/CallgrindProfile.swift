/// What a file of valgrind's tool callgrind says was counted, dump by dump (`--combine-dumps=yes`).
///
/// Format: https://valgrind.org/docs/manual/cl-format.html
public struct CallgrindProfile: Sendable, Equatable {
    /// The events counted, such as `Ir` (instructions) and `DLmr` (last-level misses of reads).
    public let events: [String]
    /// The counts of each dump since the one before, in the events' order.
    public let dumps: [[UInt64]]

    /// Reads a profile; nil where the text names no events, or a count cannot be read. O(length).
    public init?(text: String) {
        var events: [String] = []
        var dumps: [[UInt64]] = []
        for line in text.split(separator: "\n") {
            if let rest = line.dropping("events:") {
                events = rest.split(separator: " ").map(String.init)
            } else if let rest = line.dropping("totals:") {
                // Trailing zeros may be missing.
                let words = rest.split(separator: " ").prefix(events.count)
                let counts = words.compactMap { UInt64($0) }
                guard counts.count == words.count else { return nil }
                dumps.append(counts + [UInt64](repeating: 0, count: events.count - counts.count))
            }
        }
        guard !events.isEmpty else { return nil }
        self.events = events
        self.dumps = dumps
    }

    /// The sum of some events of a dump; nil where an event was not counted.
    ///
    /// - Precondition: the dump exists.
    public func count(_ wanted: [String], inDump dump: Int) -> UInt64? {
        var sum: UInt64 = 0
        for event in wanted {
            guard let index = events.firstIndex(of: event) else { return nil }
            sum &+= dumps[dump][index]
        }
        return sum
    }
}

extension Substring {
    fileprivate func dropping(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
