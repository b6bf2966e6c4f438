import BenchmarkKit
import CollectionLayout
import Foundation

/// Whether what a group prepares at the same time fits in memory.
enum Memory {
    /// Bytes that can be used without swapping: what `/proc/meminfo` says, nil if it does not; without it seven tenths of all memory.
    static var availableBytes: Double? {
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else {
            return Double(ProcessInfo.processInfo.physicalMemory) * 0.7
        }
        for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
            return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
        }
        return nil
    }

    /// The strategies that fit beside each other, the oracle and the content; the others with the reason.
    ///
    /// Preparing needs the frames beside a strategy's bytes for a moment, unless these are fewer than frames take, and
    /// preparing once more all of them twice; an edit gives the content a copy of its values and the oracle another one.
    /// What is not timed is prepared one by one.
    ///
    /// - Parameter isTimed: whether caches are prepared once more and edited.
    static func fit(
        _ strategies: [CacheStrategy], beside oracle: CacheStrategy, input: Input, n: Int, isTimed: Bool,
        available: Double?
    ) -> (kept: [CacheStrategy], skipped: [(strategy: CacheStrategy, reason: String)]) {
        guard let available else { return (strategies, []) }
        let room = available * 0.9
        let copies = isTimed ? 2.0 : 1
        let base = Double(n) * copies * (input.bytesPerItem + oracle.bytesPerItem)
        var kept: Set<String> = []
        var held = base
        var reasons: [String: String] = [:]
        for strategy in strategies.sorted(by: { $0.bytesPerItem < $1.bytesPerItem }) {
            let bytes = Double(n) * strategy.bytesPerItem
            let frames = strategy.bytesPerItem < 32 ? 0 : 32 * Double(n)
            let needed = held + bytes * copies + frames
            if needed <= room {
                kept.insert(strategy.id)
                if isTimed { held += bytes }
            } else {
                reasons[strategy.id] =
                    "\(strategy.id) on \(input.id) with \(Quantity.count(n)) items: the group would need "
                    + "\(Quantity.bytes(needed)), \(Quantity.bytes(room)) are available; "
                    + "choose fewer strategies with --strategy or a smaller --size"
            }
        }
        return (
            strategies.filter { kept.contains($0.id) },
            strategies.compactMap { strategy in reasons[strategy.id].map { (strategy, $0) } }
        )
    }
}
