/// Where edits strike.
public enum EditPlace: String, Sendable, CaseIterable {
    /// Among the first hundredth of the items.
    case head
    /// Among the hundredth in the middle.
    case middle
    /// Among the last hundredth.
    case tail
    /// Anywhere.
    case random

    /// The ordinals to draw from, never empty.
    func ordinals(of count: Int) -> Range<Int> {
        let part = max(count / 100, 1)
        switch self {
        case .head: return 0..<part
        case .middle: return (count - part) / 2..<(count - part) / 2 + part
        case .tail: return count - part..<count
        case .random: return 0..<count
        }
    }
}
