/// Reads the values people type after options.
public enum ArgumentValue {
    /// A length of time: a number with one of the units ns, us, µs, ms, s, m (or min), h. `60s`, `2m`, `500ms`, `1.5s`.
    ///
    /// - Throws: `UsageError` for anything else, a missing unit and a negative number included.
    public static func duration(_ text: String) throws(UsageError) -> Duration {
        let expected = "expected a number and a unit (ns, us, ms, s, m, h), such as 60s, 2m or 500ms"
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), !digits.hasPrefix("."), !digits.hasSuffix(".") else {
            throw UsageError("'\(text)' is not a duration; \(expected)")
        }
        let nanoseconds: Double
        switch text.dropFirst(digits.count) {
        case "ns": nanoseconds = 1
        case "us", "µs", "μs": nanoseconds = 1e3
        case "ms": nanoseconds = 1e6
        case "s": nanoseconds = 1e9
        case "m", "min": nanoseconds = 60e9
        case "h": nanoseconds = 3600e9
        case "": throw UsageError("'\(text)' has no unit; \(expected)")
        default: throw UsageError("'\(text)' has an unknown unit; \(expected)")
        }
        // Int64 nanoseconds reach 292 years; one of them is more than any run needs.
        guard number * nanoseconds <= 3.2e16 else {
            throw UsageError("'\(text)' is longer than a year; \(expected)")
        }
        return .nanoseconds(Int64((number * nanoseconds).rounded()))
    }

    /// A whole number of things, at least 0: `1000`, `1_000_000`, `1e6`, `10k`, `2.5M`, `1G`. The suffixes are powers of
    /// a thousand.
    ///
    /// - Throws: `UsageError` for anything else, fractions of a thing and numbers above 2^53 included.
    public static func size(_ text: String) throws(UsageError) -> Int {
        let expected = "expected a whole number such as 1000, 1_000_000, 1e6, 10k or 1M"
        var digits = Substring(text)
        var factor = 1.0
        switch digits.last {
        case "k", "K": factor = 1e3
        case "M": factor = 1e6
        case "G": factor = 1e9
        default: break
        }
        if factor != 1 { digits.removeLast() }
        let plain = digits.filter { $0 != "_" }
        guard let first = digits.first, let last = digits.last, first.isNumber, last.isNumber,
            plain.allSatisfy({ "0123456789.eE+".contains($0) }), let number = Double(plain)
        else {
            throw UsageError("'\(text)' is not a size; \(expected)")
        }
        let value = number * factor
        guard value.rounded() == value else {
            throw UsageError("'\(text)' is not a whole number; \(expected)")
        }
        guard value <= 9_007_199_254_740_992 else {
            throw UsageError("'\(text)' is too large; at most 2^53")
        }
        return Int(value)
    }

    /// Reads a number of things within limits.
    ///
    /// - Parameters:
    ///   - things: What is counted, for the error.
    ///   - limits: The least and the most of them.
    public static func count(
        of things: String, from limits: ClosedRange<Int>
    ) -> (_ text: String) throws(UsageError) -> Int {
        { text throws(UsageError) in
            guard let count = try? size(text), limits.contains(count) else {
                throw UsageError(
                    "got '\(text)', expected a number of \(things) from \(Quantity.count(limits.lowerBound)) to "
                        + Quantity.count(limits.upperBound))
            }
            return count
        }
    }

    /// Reads a number within limits.
    ///
    /// - Parameter what: What it is, for the error.
    public static func number(
        _ what: String = "number", from limits: ClosedRange<Double>
    ) -> (_ text: String) throws(UsageError) -> Double {
        { text throws(UsageError) in
            guard let value = Double(text), limits.contains(value) else {
                throw UsageError(
                    "got '\(text)', expected a \(what) from \(CSV.number(limits.lowerBound)) to "
                        + "\(CSV.number(limits.upperBound))")
            }
            return value
        }
    }

    /// A seed: 64 bits, decimal or hexadecimal after `0x`.
    ///
    /// - Throws: `UsageError` for anything else.
    public static func seed(_ text: String) throws(UsageError) -> UInt64 {
        let isHexadecimal = text.hasPrefix("0x")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        // Signs are no digits.
        guard digits.allSatisfy(\.isHexDigit), let value = UInt64(digits, radix: isHexadecimal ? 16 : 10) else {
            throw UsageError("'\(text)' is not a seed; expected a number from 0 to 2^64 - 1, or 0x and hexadecimal")
        }
        return value
    }

    /// A part of the whole, counted from one: `2/8`.
    ///
    /// - Throws: `UsageError` for anything else, `0/8` and `9/8` included.
    public static func shard(_ text: String) throws(UsageError) -> Shard {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 1, index <= count else {
            throw UsageError("'\(text)' is not a shard; expected a part and the number of parts, such as 2/8")
        }
        return Shard(index: index - 1, count: count)
    }

    /// One of a list of names, as it is written there.
    ///
    /// - Throws: `UsageError` with the closest name for anything else.
    public static func choice(_ text: String, of names: [String], kind: String) throws(UsageError) -> String {
        guard names.contains(text) else { throw UsageError.unknown(kind, text, of: names) }
        return text
    }
}
