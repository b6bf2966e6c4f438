import CollectionLayout

/// What the engine takes over from the view.
extension EngineLayout {
    /// Takes over the view's content offset. Another size waits for ``prepare()``, which remembers the former one.
    func follow() {
        if let collectionView { follow(to: collectionView.shownBounds.origin) }
    }

    /// As estimates become exact the engine moves on from an offset, and the view does not: what is there now has to be shown. After
    /// one time, seldom more, it stays; after 43 times where rows of 100,000 pt are followed by some of 0.01 pt.
    func follow(to offset: Point) {
        for _ in 0..<64 where engine.contentOffset != offset { engine.contentOffset = offset }
    }

    /// Takes over what keeps the content off the edges of the view, such as a keyboard: that it has changed nobody tells the layout.
    func followInset() {
        if let collectionView { engine.contentInset = collectionView.shownInset }
    }
}
