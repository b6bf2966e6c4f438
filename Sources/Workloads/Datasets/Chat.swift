import CollectionLayout

/// The constants of the dataset `chat`.
public enum Chat {
    /// The length of a message of one line, in points: 20.5 pt of text and 16 pt of padding.
    public static let oneLine = 36.5
    /// The length of a message of two lines, in points.
    public static let twoLines = 57.0
}

extension Dataset {
    /// Asks for self-sizing, for edits and for anchoring.
    ///
    /// 35 % of the messages have one line, 25 % two; the others are lognormal around 120 pt with σ 0.8, clipped to
    /// 30 … 2000. A section is a run of 100 to 299 messages under a 28-pt day separator.
    static let chat = Dataset(
        "chat", "one column of messages, most of one or two lines, day separators", layoutID: ListLayout.id,
        bytesPerItem: 8.5
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let list = try content.addLayout(
            ListLayout(insets: EdgeInsets(top: 8, left: 12, bottom: 8, right: 12), lineSpacing: 2))
        var lengths: [Double] = []
        lengths.reserveCapacity(300)
        while content.itemCount < n {
            let count = min(100 + random.index(below: 200), n - content.itemCount)
            lengths.removeAll(keepingCapacity: true)
            for _ in 0..<count { lengths.append(messageLength(&random)) }
            try content.appendSection(
                layout: list, values: lengths, header: Size(width: bounds.width, height: 28))
        }
        return content
    }

    private static func messageLength(_ random: inout SplitMix64) -> Double {
        let draw = random.unit()
        if draw < 0.35 { return Chat.oneLine }
        if draw < 0.6 { return Chat.twoLines }
        return min(max(random.logNormal(median: 120, sigma: 0.8), 30), 2000)
    }
}
