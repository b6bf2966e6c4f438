import Foundation

/// One line on a terminal that says how far a run is, what is running and how long the rest may take.
///
/// Nothing is shown in the first second, nor more often than ten times a second. Call `clear()` before printing results.
/// Not thread-safe.
public final class ProgressLine {
    private let total: Int
    private let isShown: Bool
    private let width: Int
    private let now: () -> UInt64
    private let write: (String) -> Void
    private let start: UInt64
    private var lastDraw: UInt64?
    private var done = 0
    private var isOnScreen = false

    /// A line that goes where `write` sends it; `now` reads nanoseconds.
    ///
    /// - Parameters:
    ///   - total: how many steps there are.
    ///   - isShown: false makes every method a no-op.
    ///   - width: the terminal's columns; a longer line is cut.
    public init(
        total: Int, isShown: Bool, width: Int = 80, now: @escaping () -> UInt64, write: @escaping (String) -> Void
    ) {
        self.total = total
        self.isShown = isShown
        self.width = width
        self.now = now
        self.write = write
        self.start = now()
    }

    /// A line on standard error, shown only where that is a terminal that can clear a line, and `isWanted` (neither
    /// `--no-progress` nor `--quiet`) holds.
    public convenience init(total: Int, isWanted: Bool = true) {
        self.init(
            total: total,
            isShown: isWanted
                && StandardStream.takesEscapes(
                    isTerminal: StandardStream.error.isTerminal, environment: ProcessInfo.processInfo.environment),
            width: StandardStream.error.columns ?? 80,
            now: SystemTimeSource().wallNanoseconds,
            write: { StandardStream.error.write($0) }
        )
    }

    /// Says what runs now.
    public func begin(_ label: String) {
        guard isShown else { return }
        let time = now()
        let elapsed = time - start
        guard elapsed >= 1_000_000_000, lastDraw.map({ time - $0 >= 100_000_000 }) ?? true else { return }
        lastDraw = time
        isOnScreen = true
        var line = "[\(done)/\(total)] \(label)"
        if done > 0, done < total {
            let left = Double(elapsed) / Double(done) * Double(total - done)
            line += " – about \(Self.rounded(seconds: left / 1e9)) left"
        }
        // One column stays free: a full line would wrap on some terminals.
        write("\r\u{1B}[K" + line.prefix(max(1, width - 1)))
    }

    /// Counts steps as done.
    public func advance(by steps: Int = 1) {
        done += steps
    }

    /// Removes the line from the screen; the next `begin` draws it again.
    public func clear() {
        guard isOnScreen else { return }
        write("\r\u{1B}[K")
        isOnScreen = false
        lastDraw = nil
    }

    /// `45 s`, `3 min 20 s`, `2 h 5 min`.
    static func rounded(seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}
