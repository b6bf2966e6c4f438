import BenchmarkKit
import CollectionLayout

/// A case as the engine lays it out.
struct CaseLayout {
    /// The elements at one moment of scrolling.
    struct Scene {
        /// How far the content is scrolled.
        let offset: Point
        /// All elements: by section, then cells, headers, footers and others.
        let attributes: [LayoutAttributes]
        /// Those that intersect the rect that was asked for.
        let hits: [ElementID]

        fileprivate init<Cache>(_ engine: CollectionLayoutEngine<Cache>, query: Rect?) {
            offset = engine.contentOffset
            attributes = engine.layoutAttributesForElements(in: .everything)
            hits = query.map { engine.layoutAttributesForElements(in: $0).map(\.id) } ?? []
        }
    }

    let contentSize: Size
    /// Without effects.
    let still: Scene
    /// After the effects, once for each content offset of the case.
    let scrolled: [Scene]
    /// The elements that each query of the case finds, without effects.
    let answers: [[ElementID]]
}

extension FrameCase {
    /// Lays the case out with the strategy asked for.
    func layOut() throws(InputError) -> CaseLayout { try layOut(in: options.strategy.make()) }

    private func layOut<Cache: AttributeCache>(in _: Cache) throws(InputError) -> CaseLayout {
        var engine: CollectionLayoutEngine<Cache>
        do {
            engine = try CollectionLayoutEngine(
                content, bounds: Rect(origin: .zero, size: bounds), contentInset: contentInset)
            // What a strategy estimates at first is not what a case comes to.
            while try !engine.continuePreparing(items: 100_000) {}
        } catch {
            throw InputError("\(fields.place): \(error)")
        }
        let still = CaseLayout.Scene(engine, query: options.query)
        let answers = queries.map { engine.layoutAttributesForElements(in: $0).map(\.id) }
        engine.effects = effects
        let scrolled = offsets.map { offset in
            engine.contentOffset = offset
            return CaseLayout.Scene(engine, query: options.query)
        }
        return CaseLayout(
            contentSize: engine.collectionViewContentSize, still: still, scrolled: scrolled, answers: answers)
    }
}
