import CollectionLayout

extension Trace {
    /// Cold: nothing that a query remembers of the one before helps.
    static let jump = Trace("jump", "a uniformly random offset every frame") { range, frames, random, put in
        var random = random
        for _ in 0..<frames { put(range.random(&random)) }
    }
}
