#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        /// How many refreshes of the screen showed an old frame, because the new one was not done.
        public var dropped = 0
        /// Nanoseconds by which frames came on the screen late, all together: whole intervals.
        public var hitch: UInt64 = 0
        /// Nanoseconds the replay was to take.
        public var duration: UInt64 = 0

        /// Milliseconds of hitch in a second: below 5 hardly seen, above 10 annoying (Apple, "Explore UI animation hitches
        /// and the render loop", 2020).
        public var hitchRate: Double { duration == 0 ? 0 : 1000 * Double(hitch) / Double(duration) }
    }

    /// Executes operations 0 to `frames` - 1 of a candidate, each when it is due or as soon as those before it are done.
    ///
    /// - Parameter wait: returns when the clock has reached a time.
    public func replay(
        _ candidate: Candidate, frames: Int, time: any TimeSource = SystemTimeSource(),
        wait: (_ until: UInt64) -> Void = OpenLoop.wait
    ) -> Report {
        var report = Report()
        report.duration = interval * UInt64(frames)
        let start = time.wallNanoseconds() + interval
        var shown: UInt64 = 0
        for frame in 0..<frames {
            let due = start + UInt64(frame) * interval
            if time.wallNanoseconds() < due { wait(due) }
            keep(candidate.run(frame, 1))
            let latency = time.wallNanoseconds() - due
            report.latencies.record(latency)
            // A frame is shown at the first refresh after it is done; the one after it became due is in time.
            let refresh = UInt64(frame) + latency / interval + 1
            report.hitch += (latency / interval) * interval
            if frame > 0 { report.dropped += Int(max(refresh, shown + 1) - shown) - 1 }
            shown = max(refresh, shown)
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
