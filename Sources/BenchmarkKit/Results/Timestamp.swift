import Foundation

/// Points in time as files carry them: UTC, without fractions, sortable.
public enum Timestamp {
    /// ISO 8601's basic form, which is safe in file names: `20260131T235959Z`.
    public static func basic(_ time: Date) -> String {
        let (date, clock) = parts(time)
        return date.joined() + "T" + clock.joined() + "Z"
    }

    /// ISO 8601's extended form: `2026-01-31T23:59:59Z`.
    public static func extended(_ time: Date) -> String {
        let (date, clock) = parts(time)
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
    }

    private static func parts(_ time: Date) -> (date: [String], clock: [String]) {
        let seconds = Int(time.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86400).rounded(.down))
        let second = seconds - days * 86400
        let (year, month, day) = civil(days)
        return (
            [padded(year, 4), padded(month, 2), padded(day, 2)],
            [padded(second / 3600, 2), padded(second / 60 % 60, 2), padded(second % 60, 2)]
        )
    }

    /// The Gregorian date of a number of days after 1970-01-01: Howard Hinnant, "chrono-compatible low-level date
    /// algorithms", civil_from_days, for years from 0 on.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
