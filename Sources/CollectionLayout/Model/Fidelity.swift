/// Whether a layout answers as the system it reproduces does, defects included.
public enum Fidelity: String, Sendable, CaseIterable {
    /// Without the known defects.
    case corrected
    /// As the original answers.
    case faithful
}
