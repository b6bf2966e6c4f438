import Foundation

/// Operations that fall due at fixed times, as the frames of a scroll do: a slow one delays those that follow, and each
/// one's latency counts from when it was due (Gil Tene's "coordinated omission" is what leaves that out).
public struct OpenLoop: Sendable {
    /// Nanoseconds between frames.
    public let interval: UInt64

    /// A loop of that many frames a second.
    ///
    /// - Precondition: there is at least one.
    public init(framesPerSecond: Int) {
        precondition(framesPerSecond >= 1, "There are frames in a second.")
        interval = 1_000_000_000 / UInt64(framesPerSecond)
    }

    /// What a replay came to.
    public struct Report: Sendable, Equatable {
        /// Nanoseconds from when each frame was due to when it was done.
        public var latencies = LogLinearHistogram()
        /// Nanoseconds that the work of each frame took, whenever it began.
        public var costs = LogLinearHistogram()
        /// How many frames began more than a tenth of an interval after they were due although the one before was done: the machine
        /// did something else.
        public var delayed = 0
        /// How many refreshes of the screen showed an old frame, because the new one was not done.
        public var dropped = 0
        /// Nanoseconds for which the screen showed an old frame although a new one was due: whole intervals.
        public var hitch: UInt64 = 0
        /// Nanoseconds until the last frame was shown.
        public var duration: UInt64 = 0

        /// Milliseconds of hitch in a second; see ``HitchBand``.
        public var hitchRate: Double { duration == 0 ? 0 : 1000 * Double(hitch) / Double(duration) }
    }

    /// Executes operations 0 to `frames` - 1 of a candidate, each when it is due or as soon as those before it are done.
    ///
    /// - Parameters:
    ///   - latest: a frame that is done so many nanoseconds after it was due is the last one: it is hopeless.
    ///   - wait: returns when the clock has reached a time.
    ///   - check: called after each frame, which it delays no further than those that follow.
    public func replay(
        _ candidate: Candidate, frames: Int, latest: UInt64 = .max, time: any TimeSource = SystemTimeSource(),
        wait: (_ until: UInt64) -> Void = OpenLoop.wait, check: (_ frame: Int) -> Void = { _ in }
    ) -> Report {
        var report = Report()
        let start = time.wallNanoseconds() + interval
        var shown: UInt64 = 0
        for frame in 0..<frames {
            let due = start + UInt64(frame) * interval
            let isReady = time.wallNanoseconds() < due
            if isReady { wait(due) }
            let begin = time.wallNanoseconds()
            if isReady && begin - due > interval / 10 { report.delayed += 1 }
            keep(candidate.run(frame, 1))
            let end = time.wallNanoseconds()
            let latency = end - due
            report.costs.record(end - begin)
            report.latencies.record(latency)
            // A frame is shown at the first refresh after it is done, in place of those that are done before that; the refresh
            // after it became due is in time.
            let refresh = max(UInt64(frame) + latency / interval + 1, shown)
            let missed = max(refresh, shown + 1) - shown - 1
            report.dropped += Int(missed)
            report.hitch += missed * interval
            report.duration = refresh * interval
            shown = refresh
            check(frame)
            if latency > latest { break }
        }
        return report
    }

    /// Sleeps, and spins for the last part: sleeping alone is late by some 50 µs.
    public static func wait(until end: UInt64) {
        let time = SystemTimeSource()
        let spin: UInt64 = 300_000
        let now = time.wallNanoseconds()
        if end > now + spin { usleep(UInt32((end - now - spin) / 1000)) }
        while time.wallNanoseconds() < end {}
    }
}
