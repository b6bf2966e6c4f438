/// A section that is passed over with others of its layout; see ``SkimmingFold/skimSections(_:of:)``.
struct SkimmedSection {
    /// Its number in the content.
    let number: Int
    /// The values of its items, of which there are some.
    let values: UnsafePointer<Double>
    let count: Int
    /// Where the items begin along the axis, in section coordinates.
    let top: Double
    /// Where to write its blocks and the state behind the last one, and how many there are: none if the section is small.
    let blocks: SkimmedBlocks
    let blockCount: Int
    /// What its items span, which end with the farthest edge; nil if that is not known.
    var span: ItemSpan?
}
