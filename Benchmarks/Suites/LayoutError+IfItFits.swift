import CollectionLayout

extension LayoutError {
    /// What `body` returns; nil if it throws that there is no room in the content for what an edit adds: nobody takes that edit.
    static func ifItFits<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as LayoutError {
            if case .contentTooLong = error { return nil }
            throw error
        }
    }
}
