import BenchmarkKit
import CollectionLayout
import Workloads

/// A group's content as its oracle lays it out: what every strategy is compared with.
struct Truth {
    let group: Plan.Group
    let selection: Selection
    let content: Content
    let oracle: any AttributeCache

    /// Of more items the frames are not compared: closed forms have a thousand million.
    private static let mostFrames = 20_000_000

    init(_ group: Plan.Group, _ selection: Selection, _ content: Content) throws {
        self.group = group
        self.selection = selection
        self.content = content
        var oracle = group.oracle.make()
        try oracle.prepare(content)
        self.oracle = oracle
    }

    /// A strategy that has prepared the content.
    ///
    /// - Throws: ``WrongAnswer`` where its extent is not the oracle's.
    func subject(_ strategy: CacheStrategy) throws -> any Subject {
        let subject = strategy.subject()
        try subject.prepare(content)
        guard subject.contentSize == oracle.contentSize, subject.elementCount == oracle.elementCount else {
            throw WrongAnswer(
                group, subject.id, at: "prepare",
                "got \(subject.elementCount) elements in \(subject.contentSize), "
                    + "expected \(oracle.elementCount) in \(oracle.contentSize)")
        }
        return subject
    }

    /// The checksum of where all elements are, by their names; nil if there are too many.
    func framesChecksum() -> UInt64? { framesChecksum(oracle) }

    /// The same as a strategy has it.
    ///
    /// - Throws: ``WrongAnswer`` if it is not the oracle's.
    func framesChecksum(of subject: any Subject, expecting expected: UInt64?) throws -> UInt64? {
        let cache = subject.copy
        let sum = framesChecksum(cache)
        guard sum != expected else { return sum }
        throw WrongAnswer(
            group, subject.id, at: "prepare", difference(cache))
    }

    /// How the frames of a cache differ from the oracle's.
    private func difference(_ cache: any AttributeCache) -> String {
        if let difference = Difference(between: cache, and: oracle, in: .everything) { return difference.description }
        var hits = HitBuffer()
        oracle.query(.everything, into: &hits)
        guard let id = hits.ids.first(where: { cache.frame(of: $0) != oracle.frame(of: $0) }) else {
            return "queries find elements with other frames than these have"
        }
        func text(_ frame: Rect?) -> String { frame.map(WrongAnswer.text) ?? "none" }
        return
            "\(group.input.describe(id)) has frame \(text(cache.frame(of: id))), expected \(text(oracle.frame(of: id)))"
    }

    private func framesChecksum(_ cache: any AttributeCache) -> UInt64? {
        content.itemCount <= Self.mostFrames ? cache.framesChecksum(naming: group.input.name) : nil
    }
}
