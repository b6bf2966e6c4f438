import CollectionLayout

extension EngineLayout {
    /// Lays out more of what the engine has put off, as it does with a `ViewportFirstCache`; what is visible
    /// stays where it is on the screen along the axis, and the content offset moves along. To be called once whenever there is
    /// nothing else to do, until it returns true.
    ///
    /// - Parameter items: About as many as are laid out, some 5 to 20 ns each.
    /// - Returns: Whether nothing is left to do: all is laid out, or could not be, which ``onError`` is told. False as long as the
    ///   layout is invalid, as before the view is shown first.
    @discardableResult
    public func continuePreparing(items: Int) -> Bool {
        guard !needsContent, !awaitsUpdates, !engine.needsPrepare else { return false }
        guard !engine.cache.isComplete else { return true }
        let context = EngineInvalidationContext()
        context.engineContext = InvalidationContext()
        context.itemsToContinue = items
        invalidateLayout(with: context)
        return engine.cache.isComplete || context.hasFailed
    }
}
