import BenchmarkKit
import CollectionLayout
import Workloads

/// An engine that plays a trace with edits, its type forgotten: the type is known again inside each method, as with
/// ``Subject``.
protocol FramePlayer: AnyObject {
    /// Plays the frames, which must come in order, each once.
    var candidate: Candidate { get }
    /// Takes down the answer to the frame that was played last.
    func noteAnswer()
    /// What was shown in the frames whose answers were taken down; nil for what was shown among estimates, as after a relayout of
    /// `viewport-first`: only what is laid out exactly is an answer.
    ///
    /// - Throws: what the engine threw at a frame.
    func answers() throws(LayoutError) -> [UInt64?]
}

extension CacheStrategy {
    /// An engine of the strategy that stands before the first frame.
    func player(of replay: EditReplay) throws(LayoutError) -> any FramePlayer {
        func open<Cache: AttributeCache>(_: Cache) throws(LayoutError) -> any FramePlayer {
            try EnginePlayer<Cache>(id: id, replay)
        }
        return try open(make())
    }
}

private final class EnginePlayer<Cache: AttributeCache>: FramePlayer {
    private let id: String
    private let replay: EditReplay
    private var engine: CollectionLayoutEngine<Cache>
    private var buffer = AttributesBuffer()
    private var checksums: [UInt64?] = []
    private var failure: LayoutError?

    init(id: String, _ replay: EditReplay) throws(LayoutError) {
        self.id = id
        self.replay = replay
        engine = try replay.engine(Cache.self)
    }

    var candidate: Candidate {
        Candidate(name: id) { [self] frame, _ in
            do throws(LayoutError) {
                try replay.play(frame, on: &engine, into: &buffer)
            } catch {
                failure = failure ?? error
            }
            return UInt64(buffer.count)
        }
    }

    func noteAnswer() {
        checksums.append(engine.cache.isComplete ? EditReplay.checksum(of: engine, buffer) : nil)
    }

    func answers() throws(LayoutError) -> [UInt64?] {
        if let failure { throw failure }
        return checksums
    }
}
