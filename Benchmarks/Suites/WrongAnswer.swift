import BenchmarkKit
import CollectionLayout
import Workloads

/// A strategy did not answer as the oracle does. Ends the process with exit code 3.
struct WrongAnswer: ExitingError {
    let dataset: String
    let n: Int
    let strategy: String
    /// What was asked: a trace, prepare or an update.
    let place: String
    /// The first wrong answer.
    let detail: String

    init(_ group: Plan.Group, _ strategy: String, at place: String, _ detail: String) {
        dataset = group.input.id
        n = group.n
        self.strategy = strategy
        self.place = place
        self.detail = detail
    }

    var exitCode: ExitCode { .jobFailed }

    var description: String {
        "wrong answer: strategy '\(strategy)' on dataset '\(dataset)' (n = \(n)), \(place): \(detail)"
    }

    /// What a difference says, with the first differing element and its frame.
    static func detail(
        _ difference: Difference?, query: Int, viewport: Rect, oracle: any AttributeCache, input: Input
    ) -> String {
        let head = "query \(query), rect \(text(viewport)): "
        guard let difference else { return head + "the checksum differs once, not when asked again" }
        let isMissing = !difference.missing.isEmpty
        guard let element = difference.missing.first ?? difference.extra.first else { return head + "no difference" }
        let frame = oracle.frame(of: element)
        let place = frame.map { " with frame \(text($0))" } ?? ""
        return head + "\(isMissing ? "missing" : "extra") \(input.describe(element))\(place); "
            + "\(difference.missing.count) missing, \(difference.extra.count) extra"
    }

    /// A rectangle in messages.
    static func text(_ rect: Rect) -> String { "(\(rect.x), \(rect.y), \(rect.width), \(rect.height))" }
}
