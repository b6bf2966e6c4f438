/// How the items of a section are arranged: the parameters that a user sets.
///
/// A layout is a description; ``fold(in:)`` resolves it against a container into the state machine that places items.
/// A new layout is one file with one `SectionLayout` and one ``SectionFold``.
public protocol SectionLayout: Sendable {
    /// Stable id for files and results, such as `flow`.
    static var id: String { get }

    /// Resolves the layout in a container; every length in the fold is in layout space and snapped.
    ///
    /// - Throws: ``LayoutError/badParameter(name:value:expected:)``.
    func fold(in container: Container) throws(LayoutError) -> any SectionFold
}
