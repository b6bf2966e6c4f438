/// Prepares or edits what has been taken before. A time of what is refused would be that of nothing: it ends the program.
@inline(__always)
func mustTake(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("refused what was taken before: \(error)") }
}
