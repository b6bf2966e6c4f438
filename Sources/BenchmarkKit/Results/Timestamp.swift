import Foundation

/// Points in time as files carry them: UTC, without fractions, sortable.
public enum Timestamp {
    /// ISO 8601's basic form, which is safe in file names: `20260131T235959Z`.
    public static func basic(_ time: Date) -> String { extended(time).filter { $0 != "-" && $0 != ":" } }

    /// ISO 8601's extended form: `2026-01-31T23:59:59Z`.
    public static func extended(_ time: Date) -> String { time.ISO8601Format() }
}
