extension LogLinearHistogram {
    /// The histogram as one line of text, `llh1 <minimum> <maximum> <bucket>:<count> …`, from which `init(text:)` makes an
    /// equal one. O(number of buckets).
    public var text: String {
        var text = "llh1 \(minimum ?? 0) \(maximum ?? 0)"
        for (bucket, times) in used {
            text += " \(bucket):\(times)"
        }
        return text
    }

    /// Reads what `text` wrote; nil for anything else, and for more than 2^63 - 1 values. O(length).
    public init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 3, words[0] == "llh1", let minimum = UInt64(words[1]), let maximum = UInt64(words[2])
        else {
            return nil
        }
        self.init()
        var previous = -1
        for (position, word) in words.dropFirst(3).enumerated() {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let bucket = Int(parts[0]), let times = UInt64(parts[1]), times > 0,
                bucket > previous, Self.bucketRange.contains(bucket)
            else { return nil }
            guard times <= UInt64(Int.max) - count else { return nil }
            previous = bucket
            // The exact extremes stand in for the middles of their buckets.
            let isFirst = position == 0
            let isLast = position == words.count - 4
            guard !isFirst || Self.bucket(of: minimum) == bucket, !isLast || Self.bucket(of: maximum) == bucket else {
                return nil
            }
            if isFirst, isLast, times == 1 {
                guard minimum == maximum else { return nil }
                record(minimum)
            } else if isFirst, isLast {
                guard minimum <= maximum else { return nil }
                record(minimum)
                record(maximum, times: times - 1)
            } else {
                record(isFirst ? minimum : isLast ? maximum : Self.middle(of: bucket), times: times)
            }
        }
        guard words.count > 3 || (minimum == 0 && maximum == 0) else { return nil }
    }
}
