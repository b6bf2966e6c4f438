import Testing

@testable import BenchmarkKit

@Suite struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("filter", "flitter", 2), ("seed", "sede", 1),
        ("ca", "abc", 3), ("size", "size", 0),
    ])
    func distance(first: String, second: String, expected: Int) {
        #expect(Spelling.distance(first, second) == expected)
        #expect(Spelling.distance(second, first) == expected)
    }

    @Test func suggestsOnlyWhatIsClose() {
        let names = ["query", "prepare", "update"]
        #expect(Spelling.closest(to: "querry", in: names) == "query")
        #expect(Spelling.closest(to: "pre", in: names) == "prepare")
        #expect(Spelling.closest(to: "effects", in: names) == nil)
        #expect(Spelling.closest(to: "x", in: []) == nil)
    }

    /// Of what is short, a letter or a beginning tells nothing; where a name is as short, one that is near is found.
    @Test(
        arguments: [
            ("a", nil), ("", nil), ("q", nil), ("al", "all"), ("la", nil), ("ba", nil), ("xb", nil), ("abb", "ab"),
            ("alll", "all"), ("pa", nil), ("pac", "packed-rtree"), ("str", nil), ("strict", "strict-improvements"),
            ("packed-tree", "packed-rtree"),
        ] as [(String, String?)])
    func suggestsNothingForWhatIsTooShort(_ text: String, _ expected: String?) {
        #expect(Spelling.closest(to: text, in: ["packed-rtree", "ab", "all", "strict-improvements"]) == expected)
    }
}
