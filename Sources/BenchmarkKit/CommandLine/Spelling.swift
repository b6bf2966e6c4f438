/// Guesses what a misspelt name was meant to be.
enum Spelling {
    /// The name with the smallest edit distance, the first of equals; nil where none is near.
    ///
    /// Near is a name that differs in no more than a third of its letters, and to a text of three letters or more also one that
    /// differs in one, or that begins with it and is at most four times as long. A single letter is near nothing: it says too
    /// little.
    static func closest(to text: String, in names: [String]) -> String? {
        guard text.count > 1 else { return nil }
        let near = names.compactMap { name -> (name: String, distance: Int)? in
            let isWord = text.count > 2
            if isWord, name.hasPrefix(text), name.count <= 4 * text.count { return (name, 0) }
            let distance = distance(text, name)
            return distance <= max(name.count / 3, isWord ? 1 : 0) ? (name, distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.name
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
