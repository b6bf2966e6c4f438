import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Pieces say what an array of all elements says, also where they stand in several chunks.
@Suite struct PieceListTests {
    /// Where edits strike.
    enum Place: CaseIterable {
        case anywhere, forwards, backwards
    }

    @Test(arguments: Place.allCases)
    func editsAreThoseOfAnArray(_ place: Place) throws {
        try withEvery("seed", in: 0..<3 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var list = PieceList(source: 7)
            // Elements by where they stood; below 0 those that are new.
            var model = Array(0..<3000)
            let steps = 1200
            for step in 0..<steps {
                let position =
                    switch place {
                    case .anywhere: random.index(below: model.count)
                    case .forwards: step * (model.count - 10) / steps
                    case .backwards: (steps - 1 - step) * (model.count - 10) / steps
                    }
                switch random.index(below: 4) {
                case 0:
                    let count = random.index(below: 4)
                    list.insert(PieceList.Piece(count: count, source: -1, first: step * 10), at: position)
                    model.insert(contentsOf: (0..<count).map { -1 - step * 10 - $0 }, at: position)
                case 1:
                    let range = position..<min(position + random.index(below: 4), model.count)
                    list.remove(range)
                    model.removeSubrange(range)
                case 2:
                    let target = place == .anywhere ? random.index(below: model.count - 1) : position
                    list.insert(list.take(position), at: target)
                    model.insert(model.remove(at: position), at: target)
                default:
                    #expect(Self.name(list.element(at: position)) == model[position])
                }
            }
            list.finish()
            try check(list.pieces.count > 500, "\(list.pieces.count) pieces are few")
            for (position, element) in model.enumerated() where Self.name(list[position]) != element {
                throw CheckFailure("element \(position): \(list[position]), expected \(element)")
            }
            // Behind all that was edited, what follows.
            #expect(Self.name(list[model.count]) == 3000)
        }
    }

    private static func name(_ piece: PieceList.Piece) -> Int { piece.source < 0 ? -1 - piece.first : piece.first }
}
