extension Sequence {
    /// The groups of elements with the same name, in the order in which the names first come.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        let groups = Dictionary(grouping: self, by: key)
        return map(key).uniqued().map { ($0, groups[$0] ?? []) }
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, where it first comes.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
