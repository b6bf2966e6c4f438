/// What a file of valgrind's tool callgrind says about functions, those they call included.
///
/// Format: https://valgrind.org/docs/manual/cl-format.html
public struct CallgrindProfile: Sendable, Equatable {
    /// The events counted, such as `Ir` (instructions) and `DLmr` (last-level misses of reads).
    public let events: [String]
    /// The counts of each function in the events' order.
    public let inclusive: [String: [UInt64]]

    /// Reads a profile; nil where the text names no events. O(length).
    public init?(text: String) {
        var events: [String] = []
        var names: [Substring: String] = [:]
        var counts: [String: [UInt64]] = [:]
        var function = ""
        for line in text.split(separator: "\n") {
            if let rest = line.dropping("events:") {
                events = rest.split(separator: " ").map(String.init)
            } else if let rest = line.dropping("fn=") {
                function = Self.name(rest, &names)
            } else if let rest = line.dropping("cfn=") {
                _ = Self.name(rest, &names)
            } else if let first = line.first, first.isNumber || "+-*".contains(first), !function.isEmpty {
                // A position, then costs, whose trailing zeros may be missing. The line after `calls=` holds what the
                // called function cost, which is included here.
                let costs = line.split(separator: " ").dropFirst()
                var sums = counts[function] ?? [UInt64](repeating: 0, count: events.count)
                for (index, cost) in costs.enumerated() where index < sums.count { sums[index] &+= UInt64(cost) ?? 0 }
                counts[function] = sums
            }
        }
        guard !events.isEmpty else { return nil }
        self.events = events
        inclusive = counts
    }

    /// The sum of some events of a function; nil where it never ran or an event was not counted.
    public func count(_ wanted: [String], of function: String) -> UInt64? {
        guard let counts = inclusive[function] else { return nil }
        var sum: UInt64 = 0
        for event in wanted {
            guard let index = events.firstIndex(of: event) else { return nil }
            sum += counts[index]
        }
        return sum
    }

    /// `(12) name` the first time, `(12)` from then on, or just a name.
    private static func name(_ text: Substring, _ names: inout [Substring: String]) -> String {
        guard text.first == "(", let end = text.firstIndex(of: ")") else { return String(text) }
        let id = text[...end]
        let rest = text[text.index(after: end)...].drop { $0 == " " }
        if !rest.isEmpty { names[id] = String(rest) }
        return names[id] ?? String(id)
    }
}

extension Substring {
    fileprivate func dropping(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
