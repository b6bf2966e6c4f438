/// A layout resolved in a container, with what is asked of its fold for each section read once.
///
/// An object, because passing an existential about copies it: with sections of one item that was two thirds of the time
/// to lay them out.
final class ResolvedLayout: Sendable {
    let layout: any SectionLayout
    let fold: any SectionFold
    /// Whether the fold can pass over items without placing them.
    let canSkim: Bool
    /// The fold that passes over items: the same one if it can. There is always one, as a look into an optional existential
    /// copies it.
    let skimming: any SkimmingFold
    /// The same, if it passes over parts of a section at once; in lanes that their items choose.
    let partsFold: (any PartsFold)?
    let lanesFold: (any LanesFold)?
    /// Whether there is one of these, which a look into them would copy.
    let skimsParts: Bool
    /// Whether it passes over several sections at once; see ``SkimmingFold/skimSections(_:of:)``.
    let skimsSections: Bool
    /// Whether it finds what a viewport shows faster than it places all; see ``SkimmingFold/findsViewports``.
    let findsViewports: Bool
    /// Whether items of the same values are passed over at once; see ``SkimmingFold/jumpsAlikeItems``.
    let jumpsAlikeItems: Bool
    /// Numbers that describe an item.
    let width: Int
    /// Whether the fold can find values wrong that are in range.
    let hasValueRules: Bool
    /// A bit for each of these numbers that is a length.
    private let lengths: UInt8
    let stateCount: Int
    /// How many of the state's first Doubles say all where the fold rests; see ``SkimmingFold/restCount``.
    let restCount: Int
    /// See ``SkimmingFold/leastBlockSize``.
    let leastBlockSize: Int
    let positionCount: Int
    let laneCount: Int
    let keepsLanes: Bool
    /// Where each lane begins across the axis, if items fill them in turn.
    let laneEdges: FlatArray<Double>
    let placesRunsAlone: Bool
    let placesItemsAlone: Bool
    let placesRows: Bool
    let insets: EdgeInsets
    let headerInsets: EdgeInsets
    let footerInsets: EdgeInsets
    let leastBreadth: Double
    /// Whether there is more than a viewport shows across the axis.
    let isBroad: Bool
    let supplementaryCount: Int
    /// The least value that an item may have.
    let leastValue: Double

    init(_ layout: some SectionLayout, in container: Container) throws(LayoutError) {
        self.layout = layout
        fold = try layout.fold(in: container)
        let skimming = fold as? any SkimmingFold
        canSkim = skimming?.canSkim ?? false
        self.skimming = if canSkim, let skimming { skimming } else { PlacingFold(base: fold) }
        let (partsFold, lanesFold) = (self.skimming as? any PartsFold, self.skimming as? any LanesFold)
        self.partsFold = partsFold?.skimsParts == true ? partsFold : nil
        self.lanesFold = lanesFold?.skimsLanes == true ? lanesFold : nil
        skimsParts = self.partsFold != nil || self.lanesFold != nil
        skimsSections = self.skimming.skimsSections
        findsViewports = self.skimming.findsViewports
        jumpsAlikeItems = self.skimming.jumpsAlikeItems
        width = fold.valueNames.count
        precondition(
            width <= ItemValue.largestCount, "an item has at most 4 values, got \(width): \(fold.valueNames)")
        hasValueRules = fold.hasValueRules
        lengths = (0..<width).reduce(0) { [fold] in fold.isLength(value: $1) ? $0 | 1 << UInt8($1) : $0 }
        precondition(
            max(fold.stateCount, fold.laneCount) <= Int(Int16.max),
            "a state has at most 32,767 numbers and as many lanes, got \(fold.stateCount) and \(fold.laneCount)")
        stateCount = fold.stateCount
        restCount = self.skimming.restCount
        leastBlockSize = self.skimming.leastBlockSize
        positionCount = fold.positionCount
        laneCount = fold.laneCount
        keepsLanes = fold.keepsLanes
        laneEdges = FlatArray(fold.turnsLanes ? (0..<fold.laneCount).map(fold.edge) : [])
        placesRunsAlone = fold.placesRunsAlone
        placesItemsAlone = fold.placesItemsAlone
        placesRows = fold.placesRows
        insets = fold.insets
        headerInsets = fold.headerInsets
        footerInsets = fold.footerInsets
        leastBreadth = fold.leastBreadth
        isBroad = leastBreadth > container.breadth
        supplementaryCount = fold.supplementaryCount
        leastValue = fold.allowsNegativeValues ? -Snapping.largestCoordinate : 0
    }

    /// Whether the items of a section are passed over at once, and those that a viewport can show are found at once.
    @inline(__always)
    func jumps(over section: Section) -> Bool { section.isUniform && jumpsAlikeItems }

    /// Whether one of the numbers that describe an item is a length, which snaps to the grain.
    @inline(__always)
    func isLength(_ number: Int) -> Bool { lengths >> UInt8(number) & 1 != 0 }

    /// Whether all values that another layout has taken are in range here, and lengths snapped.
    func accepts(allThat other: ResolvedLayout) -> Bool {
        leastValue <= other.leastValue && lengths & ~other.lengths == 0
    }

    /// Whether items fill the lanes in turn.
    var turnsLanes: Bool { laneEdges.count > 0 }

    /// Sets a state to what says all of it at a rest; the other positions stand where the first one does.
    @inline(__always)
    func set(_ state: FoldState, toRest rest: FoldState) {
        state.base.update(from: rest.base, count: rest.count)
        for index in rest.count..<max(stateCount, rest.count) { state[index] = index < positionCount ? rest[0] : 0 }
    }

    /// Moves a state, or what says all of one at a rest, along the axis.
    func move(_ state: FoldState, by distance: Double) {
        for index in 0..<min(positionCount, state.count) { state[index] += distance }
    }

    /// How far a state is another one moved along the axis; nil if it is not. The other one may be one that says all at a
    /// rest.
    func distance(of now: FoldState, from former: FoldState, _ snapping: Snapping) -> Double? {
        let distance = positionCount > 0 ? now[0] - former[0] : 0
        for index in 0..<former.count where now[index] - former[index] != (index < positionCount ? distance : 0) {
            return nil
        }
        // Without snapping, moved sums are not those that the layout would come to.
        return distance == 0 || snapping != .none ? distance : nil
    }

    /// The breadth of a section whose items reach to an edge across the axis.
    func sectionBreadth(reaching edge: Double) -> Double { max(edge + insets.right, leastBreadth) }
}
