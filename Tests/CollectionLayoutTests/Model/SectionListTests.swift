import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// A list of sections holds what an array does, whatever comes and goes.
@Suite struct SectionListTests {
    private static func section(_ number: Int) -> Section {
        Section(
            layout: 0, count: Int32(number), isUniform: true, background: nil, valueHandle: number, headerLength: 0,
            footerLength: 0)
    }

    /// Lists that end at, before and behind the end of a chunk of 1,024.
    @Test(arguments: [0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 5000])
    func holdsWhatAnArrayHolds(_ count: Int) throws {
        var list = SectionList()
        var array: [Section] = []
        var number = 0
        func next() -> Section {
            number += 1
            return Self.section(number)
        }
        for _ in 0..<count {
            let section = next()
            list.insert(section, at: list.count)
            array.append(section)
        }
        try withEvery("seed", in: 0..<4 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            for step in 0..<1200 {
                // Some runs of either, so that ends of chunks are passed in both directions.
                let inserts = array.isEmpty || random.index(below: 5) < (step / 200 % 2 == 0 ? 4 : 1)
                let places = array.count + (inserts ? 1 : 0)
                let place = [0, random.index(below: places), random.index(below: places), places - 1][
                    random.index(below: 4)]
                if inserts {
                    let section = next()
                    list.insert(section, at: place)
                    array.insert(section, at: place)
                } else {
                    try check(list.remove(at: place) == array.remove(at: place), "another section at \(place)")
                }
                if let last = array.indices.last {
                    let place = random.index(below: last + 1)
                    try check(list[place] == array[place], "another section at \(place) of \(array.count)")
                    list[place].count = Int32(step)
                    array[place].count = Int32(step)
                }
                if step % 100 == 0 || array.count % 1024 < 2 {
                    try check(list.elementsEqual(array), "other sections after step \(step)")
                    let first = random.index(below: array.count + 1)
                    let range = first..<first + random.index(below: array.count - first + 1)
                    var visited: [Section] = []
                    list.forEach(in: range) { position, section in
                        if position == range.lowerBound + visited.count { visited.append(section) }
                    }
                    try check(visited.elementsEqual(array[range]), "other sections in \(range)")
                }
            }
            try check(list.count == array.count && list.elementsEqual(array), "other sections")
        }
    }
}
