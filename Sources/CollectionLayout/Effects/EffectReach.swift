/// How far an effect may carry elements from their places.
public enum EffectReach: Hashable, Sendable {
    /// Nowhere: only the appearance changes.
    case still
    /// Along the axis, by at most these distances in points.
    case along(backward: Double, forward: Double)
    /// Headers or footers, anywhere within their section, and beyond its end if it is the last one.
    case section(ElementKind)
}
