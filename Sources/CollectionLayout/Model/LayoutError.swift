/// Why a content or a change was refused. The last good layout stays in force.
public enum LayoutError: Error, Hashable, Sendable {
    /// A value of an item is out of range, breaks a rule of its layout or is no number.
    case badValue(section: Int, item: Int, name: String, value: Double, expected: String)
    /// A parameter of a section or of its layout is out of range, or an item has another number of values than its layout takes.
    case badParameter(name: String, value: Double, expected: String)
    /// The number of values does not fit the number of items.
    case badValueCount(section: Int, got: Int, expected: Int)
    /// A change names an item or a section that does not exist.
    case unknownPath(section: Int, item: Int?, reason: String)
    /// A transaction names what is not there, or contradicts itself.
    case badEdit(section: Int, item: Int?, reason: String)
    /// The edits of a transaction do not lead to the number of items, or of sections, that the caller expects.
    case unexpectedCount(section: Int?, got: Int, expected: Int, account: String)
    /// More sections or items than an index can name.
    case tooMany(what: String, got: Int, limit: Int)
    /// The content is longer than coordinates are exact.
    case contentTooLong(section: Int, length: Double)
}

extension LayoutError {
    /// The error of an item that is to move to a section whose items have another number of values.
    static func badMove(_ from: LayoutIndexPath, _ width: Int, to section: Int, _ other: Int) -> LayoutError {
        .badEdit(
            section: from.section, item: from.item,
            reason: "it has \(width) values and cannot move to section \(section), whose items have \(other)")
    }

    /// The same error, which says whose parameter is out of range.
    func naming(_ owner: String) -> LayoutError {
        guard case .badParameter(let name, let value, let expected) = self else { return self }
        return .badParameter(name: "\(name) of \(owner)", value: value, expected: expected)
    }

    /// The error of the first of some sections that ends beyond the largest coordinate; of the last one if none does.
    ///
    /// - Parameter end: Where a section ends along the axis, in content coordinates.
    static func contentTooLong(sections count: Int, end: (_ section: Int) -> Double) -> LayoutError {
        let section = (0..<count).first { end($0) > Snapping.largestCoordinate } ?? count - 1
        return .contentTooLong(section: section, length: end(section))
    }
}

extension LayoutError: CustomStringConvertible {
    /// What was got, what was expected and where.
    public var description: String {
        switch self {
        case .badValue(let section, let item, let name, let value, let expected):
            "section \(section), item \(item): \(name) is \(value), expected \(expected)"
        case .badParameter(let name, let value, let expected):
            "\(name) is \(value), expected \(expected)"
        case .badValueCount(let section, let got, let expected):
            "section \(section): got \(got) values, expected \(expected)"
        case .unknownPath(let section, let item?, let reason), .badEdit(let section, let item?, let reason):
            "section \(section), item \(item): \(reason)"
        case .unknownPath(let section, nil, let reason), .badEdit(let section, nil, let reason):
            "section \(section): \(reason)"
        case .unexpectedCount(let section, let got, let expected, let account):
            (section.map { "section \($0) has \(got) items" } ?? "there are \(got) sections")
                + " after the transaction (\(account)), expected \(expected)"
        case .tooMany(let what, let got, let limit):
            "got \(got) \(what), expected 0 to \(limit)"
        case .contentTooLong(let section, let length):
            "section \(section): the content reaches \(length) pt, expected at most \(Snapping.largestCoordinate) pt"
        }
    }
}
