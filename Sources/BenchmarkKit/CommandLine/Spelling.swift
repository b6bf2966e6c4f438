/// Guesses what a misspelt name was meant to be.
enum Spelling {
    /// The name with the smallest edit distance, the first of equals; nil where even that one differs in more than a
    /// third of its letters (always at least one, and a name of which the text is a prefix counts as close).
    static func closest(to text: String, in names: [String]) -> String? {
        let scored = names.map { name in
            (name: name, distance: !text.isEmpty && name.hasPrefix(text) ? 0 : distance(text, name))
        }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other (the optimal
    /// string alignment distance). O(m·n) time, O(n) space.
    static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforePrevious: [Int] = []
        var previous = Array(0...b.count)
        for i in 1...a.count {
            var current = [i]
            for j in 1...b.count {
                var best = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    best = min(best, beforePrevious[j - 2] + 1)
                }
                current.append(best)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[b.count]
    }
}
