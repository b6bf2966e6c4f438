/// The room that sections are laid out in, in layout space: x across, y along the scroll axis.
public struct Container: Hashable, Sendable {
    /// The scroll axis; layouts need it only to read sizes, aspect ratios and insets that users give untransposed.
    public var axis: Axis
    /// Length across the scroll axis: the bounds less the content inset, in points.
    public var breadth: Double
    /// Length along the scroll axis, in points.
    public var viewportLength: Double
    /// How lengths are rounded.
    public var snapping: Snapping
    /// Whether defects of the systems that the engine reproduces are kept.
    public var fidelity: Fidelity

    /// No room at all: what a cache lays out its content in before it is given one.
    public static let empty = Container(breadth: 0, viewportLength: 0)

    /// Creates a container.
    public init(
        axis: Axis = .vertical, breadth: Double, viewportLength: Double, snapping: Snapping = .grain,
        fidelity: Fidelity = .corrected
    ) {
        self.axis = axis
        self.breadth = breadth
        self.viewportLength = viewportLength
        self.snapping = snapping
        self.fidelity = fidelity
    }

    /// A length of a layout, checked and snapped.
    ///
    /// - Throws: ``LayoutError/badParameter(name:value:expected:)`` if it is NaN, infinite, negative or too large.
    public func length(_ value: Double, _ name: String) throws(LayoutError) -> Double {
        guard value >= 0, value <= Snapping.largestCoordinate else {
            throw .badParameter(name: name, value: value, expected: "a length from 0 to \(Snapping.largestCoordinate)")
        }
        return snapping.snap(value)
    }

    /// A length that is added to coordinates as large as any, checked and snapped.
    func spacing(_ value: Double, _ name: String) throws(LayoutError) -> Double {
        guard value >= 0, value <= Snapping.largestSpacing else {
            throw .badParameter(name: name, value: value, expected: "a length from 0 to \(Snapping.largestSpacing)")
        }
        return snapping.snap(value)
    }

    /// Insets of a layout in layout space, checked and snapped.
    public func insets(_ insets: EdgeInsets) throws(LayoutError) -> EdgeInsets {
        try checked(insets, "inset", length)
    }

    /// The same of a layout whose items, between them, may be as broad as coordinates reach.
    func insetsAcross(_ insets: EdgeInsets) throws(LayoutError) -> EdgeInsets {
        let insets = try self.insets(insets)
        _ = try spacing(insets.left + insets.right, "insets across")
        return insets
    }

    /// What a view keeps off its content, in layout space, checked and snapped; negative where it lets that reach beyond it.
    func contentInset(_ insets: EdgeInsets) throws(LayoutError) -> EdgeInsets {
        try checked(insets, "content inset") { value, name throws(LayoutError) in
            let most = Snapping.largestCoordinate
            guard abs(value) <= most else {
                throw .badParameter(name: name, value: value, expected: "from \(-most) to \(most)")
            }
            return snapping.snap(value)
        }
    }

    /// Insets in layout space, each as a check returns it, which is told its name.
    private func checked(
        _ insets: EdgeInsets, _ name: String, _ check: (_ value: Double, _ name: String) throws(LayoutError) -> Double
    ) throws(LayoutError) -> EdgeInsets {
        axis.transpose(
            EdgeInsets(
                top: try check(insets.top, "\(name) top"), left: try check(insets.left, "\(name) left"),
                bottom: try check(insets.bottom, "\(name) bottom"), right: try check(insets.right, "\(name) right")))
    }

    /// The length of one of `count` equal lanes between insets, never below 0.
    ///
    /// - Precondition: `count` is above 0.
    public func laneBreadth(count: Int, spacing: Double, insets: EdgeInsets) -> Double {
        precondition(count > 0, "got \(count) lanes, expected at least one")
        return max(
            snapping.snap((breadth - insets.left - insets.right - Double(count - 1) * spacing) / Double(count)), 0)
    }

    /// What is wrong with an aspect ratio of an item of a given breadth, or nil.
    func problem(aspectRatio: Double, breadth: Double) -> String? {
        let length = axis == .vertical ? breadth / aspectRatio : breadth * aspectRatio
        return aspectRatio > 0 && length <= Snapping.largestCoordinate
            ? nil : "a ratio above 0 that makes no length beyond \(Snapping.largestCoordinate)"
    }

    /// The length along the scroll axis of an item of a given breadth and aspect ratio (width / height).
    ///
    /// A ratio may make it longer than any content may be, or be none, as where both are 0: it is cut at a length that is still
    /// too long.
    @inlinable
    public func length(breadth: Double, aspectRatio: Double) -> Double {
        let length = axis == .vertical ? breadth / aspectRatio : breadth * aspectRatio
        let most = 2 * Snapping.largestCoordinate
        // This way round for what is not a number, too.
        return snapping.snap(length < most ? length : most)
    }

    /// The same for two items, neither snapped nor cut.
    @inline(__always)
    func lengths(breadths: SIMD2<Double>, aspectRatios: SIMD2<Double>) -> SIMD2<Double> {
        axis == .vertical ? breadths / aspectRatios : breadths * aspectRatios
    }
}
