/// How much hitch time people notice.
///
/// The limits are Apple's, in milliseconds of hitch per second of scrolling ("Explore UI animation hitches and the render
/// loop", 2020).
public enum HitchBand: String, Sendable, CaseIterable {
    /// Below 5 ms/s: hardly seen.
    case good
    /// From 5 to 10 ms/s: seen.
    case warning
    /// Above 10 ms/s: annoying.
    case critical

    /// The band of a rate in milliseconds a second.
    public init(hitchRate: Double) {
        self = hitchRate < 5 ? .good : hitchRate <= 10 ? .warning : .critical
    }
}
