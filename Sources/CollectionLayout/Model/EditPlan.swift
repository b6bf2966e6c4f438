/// How edits of lists that happen at once are done one after the other.
///
/// First what is deleted goes, from back to front. What stays then has a rank, and so has every place in between: what is
/// inserted at index t of the final list, or moved there, stands before the element of rank t less what is inserted and
/// moved before it. Taken in the order of their targets, all that is missing in front of a target are the sources of moves
/// that have not been done, which a Fenwick tree counts (Fenwick, A new data structure for cumulative frequency tables,
/// 1994). O(k log k) for k edits.
struct EditPlan {
    /// What is put at a path of the final lists.
    enum Target {
        case insertion(Int)
        case move(Int)
    }

    /// A step: where it takes something from, if it is a move, and where it puts it at that time.
    struct Step {
        var target: Target
        var from: LayoutIndexPath?
        var to: LayoutIndexPath
    }

    /// What becomes of one list.
    private struct List {
        /// The number of elements that were not deleted, sources of moves included.
        var count: Int
        /// Positions before the edits, ascending.
        var deleted: [Int] = []
        /// Positions of the sources of moves when the deleted elements have gone, ascending, and those not done.
        var sources: [Int] = []
        var waiting = FenwickTree([])
        /// For each target done its rank, and the number of elements of all targets up to it.
        var ranks: [Int] = []
        var sums: [Int] = []

        var placedCount: Int { sums.last ?? 0 }
        var stayingCount: Int { count - sources.count }

        /// A former position when the deleted elements have gone.
        func afterDeletions(_ position: Int) -> Int { position - deleted.partition { $0 < position } }
        /// The number of sources before a rank.
        func sources(beforeRank rank: Int) -> Int {
            sources.indices.partition { sources[$0] - $0 <= rank }
        }
        /// The number of elements of targets done that stand before a rank, or before the place in front of it.
        func placed(before rank: Int, orAt isAt: Bool) -> Int {
            let index = ranks.partition { isAt ? $0 <= rank : $0 < rank }
            return index == 0 ? 0 : sums[index - 1]
        }
    }

    /// What is deleted, by lists before the edits: ranges from back to front.
    private(set) var deletions: [(list: Int, range: Range<Int>)] = []
    /// What is put, by lists after the edits.
    private(set) var steps: [Step] = []
    private var lists: [Int: List] = [:]
    private var moves: [LayoutIndexPath: LayoutIndexPath] = [:]
    /// Where a list stands after the edits; nil if its elements have gone with it.
    private let newList: (Int) -> Int?
    private let newCount: (Int) -> Int

    /// Plans edits.
    ///
    /// - Parameters:
    ///   - counts: The number of elements that a list had; nil if there was no such list.
    ///   - newList: Where a list is after the edits; nil if its elements have gone with it.
    ///   - newCount: The number of elements that a list has without the edits; nil if there is no such list afterwards.
    ///   - error: Makes an error of a path and a reason.
    init<New>(
        _ edits: Transaction.Edits<New>, sizes: [Int], counts: (Int) -> Int?, newList: @escaping (Int) -> Int?,
        newCount: @escaping (Int) -> Int?, error: (LayoutIndexPath, String) -> LayoutError
    ) throws(LayoutError) {
        self.newList = newList
        self.newCount = { newCount($0) ?? 0 }
        let gone = (edits.deleted + edits.moved.map(\.from) + edits.reloaded.map(\.path)).sorted()
        for (index, path) in gone.enumerated() {
            if index > 0, gone[index - 1] == path { throw error(path, "it is deleted, reloaded or moved twice") }
            guard let count = counts(path.section), (0..<count).contains(path.item) else {
                throw error(path, "there is none before the transaction")
            }
            guard newList(path.section) != nil else { throw error(path, "its section is deleted or reloaded") }
        }
        delete(edits.deleted.sorted())
        for path in edits.moved.map(\.from).sorted() {
            let list = newList(path.section)!
            with(list) { $0.sources.append($0.afterDeletions(path.item)) }
        }
        for list in lists.keys { lists[list]!.waiting = FenwickTree(lists[list]!.sources.map { _ in 1 }) }
        for move in edits.moved { moves[move.from] = move.to }
        var targets: [(to: LayoutIndexPath, target: Target)] = []
        for index in edits.inserted.indices { targets.append((edits.inserted[index].path, .insertion(index))) }
        for index in edits.moved.indices { targets.append((edits.moved[index].to, .move(index))) }
        targets.sort { $0.to < $1.to }
        for (to, target) in targets {
            // Sums of larger numbers might be none.
            guard (0...Content.largestCount).contains(to.item) else {
                throw error(to, "there is no such place after the transaction")
            }
            guard newCount(to.section) != nil else { throw error(to, "there is no such section after the transaction") }
            var from: LayoutIndexPath?
            var size = 1
            switch target {
            case .move(let index): from = take(edits.moved[index].from)
            case .insertion(let index): size = sizes[index]
            }
            // No copy of the list, which would be one of all its ranks as these grow.
            let (rank, place, least, most) = with(to.section) { list in
                let rank = to.item - list.placedCount
                let place = to.item + list.waiting.sum(of: list.sources(beforeRank: rank))
                return (rank, place, list.ranks.last ?? 0, list.stayingCount)
            }
            guard rank >= least else { throw error(to, "two edits put something there") }
            guard rank <= most else { throw error(to, "there is no such place after the transaction") }
            steps.append(Step(target: target, from: from, to: LayoutIndexPath(item: place, section: to.section)))
            with(to.section) {
                $0.ranks.append(rank)
                $0.sums.append($0.placedCount + size)
            }
        }
    }

    @discardableResult
    private mutating func with<Result>(_ list: Int, _ body: (inout List) -> Result) -> Result {
        body(&lists[list, default: List(count: newCount(list))])
    }

    /// Takes down what is deleted, in neighbouring ranges.
    private mutating func delete(_ paths: [LayoutIndexPath]) {
        for path in paths.reversed() {
            if let last = deletions.last, last.list == path.section, last.range.lowerBound == path.item + 1 {
                deletions[deletions.count - 1].range = path.item..<last.range.upperBound
            } else {
                deletions.append((path.section, path.item..<path.item + 1))
            }
        }
        for path in paths {
            with(newList(path.section)!) {
                $0.deleted.append(path.item)
                $0.count -= 1
            }
        }
    }

    /// Where a source is now; it is not waiting afterwards.
    private mutating func take(_ path: LayoutIndexPath) -> LayoutIndexPath {
        let section = newList(path.section)!
        return with(section) { list in
            let position = list.afterDeletions(path.item)
            let index = list.sources.partition { $0 < position }
            let rank = position - index
            list.waiting.add(-1, at: index)
            return LayoutIndexPath(
                item: rank + list.waiting.sum(of: index) + list.placed(before: rank, orAt: false), section: section)
        }
    }

    /// Where an element that is not deleted is after the edits.
    func newPath(of path: LayoutIndexPath) -> LayoutIndexPath? {
        if let to = moves[path] { return to }
        guard let section = newList(path.section) else { return nil }
        guard let list = lists[section] else { return LayoutIndexPath(item: path.item, section: section) }
        let position = list.afterDeletions(path.item)
        let rank = position - list.sources.partition { $0 < position }
        return LayoutIndexPath(item: rank + list.placed(before: rank, orAt: true), section: section)
    }

    /// The number of elements of a list after the edits.
    func count(of list: Int) -> Int { lists[list].map { $0.stayingCount + $0.placedCount } ?? newCount(list) }

    /// What a list had, lost and won; for errors.
    func account(of list: Int) -> String {
        guard let edited = lists[list] else { return "\(newCount(list)) and no edits" }
        return
            "\(edited.count + edited.deleted.count) less \(edited.deleted.count) deleted and \(edited.sources.count) "
            + "moved away, with \(edited.placedCount) inserted or moved here"
    }
}
