import CollectionLayout

/// A trace with edits in the making: a view that a script scrolls and edits, and whose frames are taken down.
///
/// The view is an engine, so that anchors decide where it is, as in an app.
struct Recording {
    private(set) var engine: CollectionLayoutEngine<IncrementalCache>
    private(set) var frames: [EditFrame] = []
    /// What the dataset holds, whatever the trace began with.
    let original: Content
    var random: SplitMix64
    private let framesPerSecond: Double
    private let count: Int

    init(_ trace: EditTrace, of content: Content, frames: Int, framesPerSecond: Int, seed: UInt64) throws(LayoutError) {
        original = content
        random = SplitMix64(seed: seed)
        self.framesPerSecond = Double(framesPerSecond)
        count = frames
        engine = try CollectionLayoutEngine(
            trace.start(content), bounds: Rect(origin: .zero, size: Dataset.bounds))
        self.frames.reserveCapacity(frames)
        try trace.script(&self)
        precondition(isOver, "trace \(trace.id) gave \(self.frames.count) frames, expected \(frames)")
    }

    /// Seconds from one frame to the next.
    var interval: Double { 1 / framesPerSecond }

    /// Whether all frames have been taken down; further ones are not shown.
    var isOver: Bool { frames.count >= count }

    /// What is shown of the content.
    var bounds: Rect { engine.bounds }

    /// What keeps its place on the screen through the edits from now on.
    var anchor: ScrollAnchor {
        get { engine.anchor }
        set { engine.anchor = newValue }
    }

    /// Shows the next frame.
    ///
    /// - Parameters:
    ///   - bounds: Where scrolling has come to, and the size of the view.
    ///   - changes: Edits of the content.
    ///   - content: What is laid out from now on in its place.
    mutating func show(
        _ bounds: Rect, _ changes: [Change] = [], content: Content? = nil
    ) throws(LayoutError) {
        guard !isOver else { return }
        var frame = EditFrame(
            time: Double(frames.count) / framesPerSecond, bounds: bounds, anchor: anchor, content: content,
            changes: changes,
            shown: bounds)
        try frame.apply(to: &engine)
        frame.shown = engine.bounds
        frames.append(frame)
    }

    /// Edits more in the frame that was shown last.
    mutating func amend(_ changes: [Change]) throws(LayoutError) {
        frames[frames.count - 1].changes += changes
        let more = EditFrame(
            time: 0, bounds: bounds, anchor: anchor, content: nil, changes: changes, shown: bounds)
        try more.apply(to: &engine)
        frames[frames.count - 1].shown = engine.bounds
    }

    /// The present bounds, scrolled by a distance along the axis as far as the content reaches; on the engine's grain.
    func scrolled(by distance: Double) -> Rect {
        let offset = Point(x: bounds.x, y: Snapping.grain.snap(bounds.y + distance))
        return Rect(origin: engine.clamped(offset), size: bounds.size)
    }

    /// The present bounds, scrolled to the middle of the content.
    var middle: Rect { scrolled(by: (engine.collectionViewContentSize.height - bounds.height) / 2 - bounds.y) }

    /// Scrolls as a fling does for a time, or until the recording is over.
    ///
    /// - Parameters:
    ///   - velocity: At its beginning, in points a second.
    ///   - seconds: The fling is stopped after these.
    ///   - show: Shows a frame, given how far the fling has come.
    mutating func fling(
        _ velocity: Double, seconds: Double,
        show: (inout Recording, _ bounds: Rect) throws(LayoutError) -> Void = { take, bounds throws(LayoutError) in
            try take.show(bounds)
        }
    ) throws(LayoutError) {
        let motion = Deceleration(velocity: velocity)
        for step in 0..<steps(seconds) where !isOver {
            let start = Double(step) * interval
            let bounds = scrolled(by: motion.offset(at: start + interval) - motion.offset(at: start))
            try show(&self, bounds)
        }
    }

    /// The number of frames of a time; at least one.
    func steps(_ seconds: Double) -> Int { max(Int((seconds * framesPerSecond).rounded()), 1) }

    /// Items that resemble those of the content, to be inserted into it.
    mutating func newItems(_ count: Int) -> NewItems {
        let content = engine.content
        var values: [Double] = []
        for _ in 0..<count {
            var section = random.index(below: content.sections.count)
            while content.sections[section].count == 0 { section = (section + 1) % content.sections.count }
            let item = random.index(below: Int(content.sections[section].count))
            let value = content.value(section: section, item: item)
            values += value.values
        }
        return .each(count: count, values: values)
    }
}

extension Content {
    /// The same sections with items that all have one value.
    func uniform(_ value: [Double]) throws(LayoutError) -> Content {
        var content = Content(container: container)
        for layout in layouts { _ = try content.addLayout(layout) }
        for (index, section) in sections.enumerated() {
            let description = description(ofSection: index)
            try content.appendUniformSection(
                layout: Int(section.layout), count: description.items.count, value: value, header: description.header,
                footer: description.footer, background: description.background)
        }
        return content
    }
}
