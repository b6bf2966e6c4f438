/// How the items of a section are arranged: the parameters that a user sets.
///
/// A layout is a description; ``fold(in:)`` resolves it against a container into the state machine that places items.
/// A new layout is one file with one `SectionLayout` and one ``SectionFold``. Layouts with the same parameters are equal: by that
/// a content with other ones is told from one with other items, and the compiler writes it for a struct of parameters.
public protocol SectionLayout: Sendable, Equatable {
    /// Stable id for files and results, such as `flow`.
    static var id: String { get }

    /// Resolves the layout in a container; every length in the fold is in layout space and snapped.
    ///
    /// - Throws: ``LayoutError/badParameter(name:value:expected:)``.
    func fold(in container: Container) throws(LayoutError) -> any SectionFold

    /// Whether frames depend on ``Container/viewportLength``, as those of a circle in the middle of the view do. If not, a keyboard
    /// that comes up leaves the layout as it is. True unless the layout says otherwise.
    var dependsOnViewportLength: Bool { get }
}

extension SectionLayout {
    /// True: unless a layout says otherwise, frames may depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { true }

    /// Whether another layout, of whatever type, is the same one with the same parameters.
    public func isEqual(to other: any SectionLayout) -> Bool { other as? Self == self }
}
