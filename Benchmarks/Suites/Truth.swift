import BenchmarkKit
import CollectionLayout

/// A group's content as its oracle lays it out: what every strategy is compared with.
struct Truth {
    let group: Plan.Group
    let selection: Selection
    let content: Content
    let oracle: any AttributeCache

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
                dataset: group.input.id, n: group.n, strategy: subject.id, place: "prepare",
                detail: "got \(subject.elementCount) elements in \(subject.contentSize), "
                    + "expected \(oracle.elementCount) in \(oracle.contentSize)")
        }
        return subject
    }
}
