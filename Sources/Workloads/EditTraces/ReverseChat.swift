import CollectionLayout

extension EditTrace {
    /// Flings towards the beginning, one after the other, that never reach it: what is shown does not move as messages
    /// are put in front of it.
    static let reverseChat = EditTrace(
        "reverse-chat", "20 to 50 older messages are prepended whenever less than a screen is left, the anchor stays",
        datasets: [.chat]
    ) { take throws(LayoutError) in
        take.anchor = .firstVisible
        let screen = take.bounds.height
        try take.show(take.scrolled(by: 1.25 * screen))
        while !take.isOver {
            let speed = take.random.flingSpeed()
            let seconds = take.random.uniform(0.3, 1)
            try take.fling(-speed, seconds: seconds) { take, bounds throws(LayoutError) in
                guard bounds.y < screen else { return try take.show(bounds) }
                let older = take.newItems(20 + take.random.index(below: 31))
                try take.show(bounds, [.insertItems(section: 0, at: 0, older)])
            }
        }
    }
}
