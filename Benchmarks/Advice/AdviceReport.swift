import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// What the advisor says, with its reasons.
struct AdviceReport {
    let advisor: Advisor
    let advice: Advisor.Advice
    /// What the answer would be if the frames were laid out by a layout like that of the dataset they resemble.
    var asLayout: (dataset: String, advice: Advisor.Advice)?
    /// How well the advisor does on datasets that it was not told of.
    var regret: String?

    private var usage: Usage { advice.usage }
    private var subject: Advisor.Subject { advice.subject }

    /// - Throws: what keeps a dataset from being made.
    func texts(_ style: TextStyle, _ width: Int?) throws -> (text: String, markdown: String) {
        let heading = "\(subject.id), \(Quantity.count(subject.n)) \(subject.n == 1 ? "item" : "items")"
        let sentences = try sentences
        func lines(_ texts: some Sequence<String>) -> String {
            texts.flatMap { OptionParser.wrapped($0, width: min(width ?? .max, Console.defaultWidth)) }
                .map { $0 + "\n" }.joined()
        }
        return (
            style.bold(heading) + "\n" + lines([situation]) + "\n" + style.bold(sentences[0]) + "\n"
                + lines(sentences.dropFirst()) + "\n" + table.text(width: width) + "\n" + lines(grounds),
            "### \(heading)\n\n\(situation)\n\n**\(sentences[0])**\n\n"
                + sentences.dropFirst().map { "- \($0)\n" }.joined() + "\n" + table.markdown + "\n"
                + grounds.map { "- \($0)\n" }.joined()
        )
    }

    /// What the app does.
    private var situation: String {
        "\(Self.number(usage.frameRate)) frames a second, \(Self.percent(usage.jumps)) of them after jumps; "
            + "\(Self.number(usage.edits)) \(usage.edits == 1 ? "edit" : "edits") a second"
            + (usage.edits > 0 ? ", \(Self.percent(usage.insertions)) of them insertions or deletions" : "")
            + "; \(Self.number(usage.preparesPerHour)) prepares an hour."
    }

    /// The recommendation first, then why, then where it ends.
    private var sentences: [String] {
        get throws {
            guard let best = advice.best else { return [] }
            var sentences = [
                "Use \(best.strategy): \(Quantity.time(best.cost)) of work in a second, "
                    + "\(Quantity.value(best.bytesPerItem, .bytes)) bytes an item (\(memory(best)))."
            ]
            if advice.predictions.count > 1 { sentences.append(reason(best, before: advice.predictions[1])) }
            let edits = advice.edits
            let items = try advisor.items(advice)
            let others = [
                edits.less.map { "\($0.strategy) below \(Self.number($0.value)) edits a second" },
                edits.more.map { "\($0.strategy) above \(Self.number($0.value)) edits a second" },
                items.less.map { "\($0.strategy) up to \(Self.rounded($0.value)) items" },
                items.more.map { "\($0.strategy) from \(Self.rounded($0.value)) items on" },
            ].compactMap(\.self)
            sentences.append(
                others.isEmpty
                    ? "It stays the best at any rate of edits, and with any number of items that was measured."
                    : "Where another one is better: " + others.joined(separator: "; ") + ".")
            let frame = 1e9 / usage.frameRate
            for action in usage.actions where action != .prepare && best.times[action] ?? 0 > frame {
                sentences.append(
                    "Frames will be late: one of the \(action.title) takes \(Quantity.time(best.times[action] ?? 0)), a "
                        + "frame \(Quantity.time(frame)).")
            }
            if let asLayout, let other = asLayout.advice.best {
                sentences.append(
                    "This is for the frames as they are, a free form. Placed by a layout like that of \(asLayout.dataset), "
                        + "which they resemble: use \(other.strategy), \(Quantity.time(other.cost)) in a second, "
                        + "\(Quantity.value(other.bytesPerItem, .bytes)) bytes an item.")
            }
            return sentences
        }
    }

    /// What the runner-up loses most by.
    private func reason(_ best: Advisor.Prediction, before next: Advisor.Prediction) -> String {
        let ratio =
            "\(next.strategy), which comes next, costs \(Quantity.ratio(next.cost / best.cost)) × as much: "
        func loss(_ action: Action) -> Double {
            next.cost(of: action, usage) - best.cost(of: action, usage)
        }
        if next.cost < best.cost {
            return ratio + "no more than what is told from other datasets differs by, and "
                + (usage.edits > 0 ? "its edits take longer." : "it holds more bytes.")
        }
        guard next.cost > (1 + Advisor.tolerance) * best.cost,
            let action = usage.actions.max(by: { loss($0) < loss($1) })
        else { return ratio + "no more than measurements differ by." }
        return ratio + "\(action.title), \(Quantity.time(next.cost(of: action, usage))) in a second in place of "
            + "\(Quantity.time(best.cost(of: action, usage)))."
    }

    private func memory(_ prediction: Advisor.Prediction) -> String {
        Quantity.bytes((prediction.bytesPerItem * Double(subject.n)).rounded())
    }

    /// Predictions that rest on the same datasets, the best one's first.
    private var bases: [[Advisor.Prediction]] {
        advice.predictions.grouped(by: { $0.sources.map(\.dataset) }).map(\.elements)
    }

    /// A row for each strategy, the best first.
    var table: Table {
        let isSearched = advice.predictions.contains { $0.searchWork != nil }
        let titles =
            ["in a second", "× best"] + usage.actions.map(\.heading) + (isSearched ? ["search work"] : [])
            + ["bytes/item"]
        var table = Table(
            [Table.Column("strategy")] + titles.map { Table.Column($0, .right) }
                + (bases.count > 1 ? [Table.Column("measured on")] : []))
        for prediction in advice.predictions {
            let times = usage.actions.map { Quantity.time(prediction.times[$0] ?? 0) }
            table.append(
                [
                    prediction.strategy, Quantity.time(prediction.cost),
                    Quantity.ratio(prediction.cost / (advice.best?.cost ?? 1)),
                ] + times + (isSearched ? [prediction.searchWork.map { Quantity.count(Int($0)) } ?? "–"] : [])
                    + [Quantity.value(prediction.bytesPerItem, .bytes)]
                    + (bases.count > 1 ? [Self.basis(prediction)] : []))
        }
        return table
    }

    /// What the answer rests on, and what it does not know.
    private var grounds: [String] {
        var lines = [
            "In a second: how often an action is done times how long it takes, summed up. The other times are of one action, "
                + "with the query after an edit. Measured on \(advisor.measurements.machine)."
        ]
        for basis in bases {
            let sources = basis[0].sources
            if sources[0].dataset == subject.id {
                lines += measured
            } else {
                let strategies = bases.count > 1 ? basis.map(\.strategy).joined(separator: ", ") + ": " : ""
                lines.append(strategies + interpolated(sources))
            }
        }
        lines += reservations
        if let regret {
            lines.append("On datasets that are hidden from it, its choice costs \(regret): 'advise --regret'.")
        }
        if !advice.tooLarge.isEmpty {
            let names = advice.tooLarge.map { "\($0.strategy) (\(Quantity.value($0.bytesPerItem, .bytes)))" }
            lines.append(
                "More than \(Quantity.value(subject.bytesPerItem, .bytes)) bytes an item: \(names.joined(separator: ", "))."
            )
        }
        let missing = CacheStrategy.all.map(\.id).filter { id in
            !(advice.predictions + advice.tooLarge).contains { $0.strategy == id }
        }
        if !missing.isEmpty { lines.append("Not measured for this: \(missing.joined(separator: ", ")).") }
        return lines
    }

    /// What answers rest on that are of the dataset itself.
    private var measured: [String] {
        let sizes = advisor.measurements.sizes(of: subject.id, around: subject.n)
        var lines = [
            "Rests on the medians of \(subject.id) with \(sizes.map(Quantity.count).joined(separator: " and ")) items "
                + "(\(origins([subject.id])))."
        ]
        if let least = sizes.first, let most = sizes.last, subject.n < least || subject.n > most {
            lines.append(
                "\(Quantity.count(subject.n)) items are beyond what was measured there; \(command) measures them.")
        }
        return lines
    }

    /// What answers rest on that are of other datasets.
    private func interpolated(_ sources: [(dataset: String, share: Double)]) -> String {
        let shares = sources.prefix(Self.namedSources).map {
            "\($0.dataset) \(Quantity.percent($0.share, decimals: 0))"
        }
        let others = sources.count - shares.count
        return "Not measured itself: each time is a mean of those on other datasets, weighted by how like it they are: "
            + shares.joined(separator: ", ") + (others > 0 ? ", \(others) more" : "")
            + " (\(origins(sources.map(\.dataset)))). \(command) measures it."
    }

    /// How the times of queries and resizes come about where the subject was not measured, and what the others are worth there.
    private var reservations: [String] {
        var lines: [String] = []
        if advice.predictions.contains(where: { $0.searchWork != nil }) {
            lines.append(
                "Times of queries are first multiplied by how much more work a search has here than there: elements that it "
                    + "finds and tests, nodes that it visits, each as \(Self.number(ContentWork.testsOfNode)) tests, and items "
                    + "that it places again, each as \(Self.number(ContentWork.testsOfPlacedItem)); those of edits by how many "
                    + "more items they place. Both were counted and not timed.")
        }
        if advice.distance > 1 {
            lines.append("Nothing that was measured resembles it: how long laying out and edits take is a guess.")
        }
        return lines
    }

    /// What measures the subject: `'benchmarks --dataset chat --size 1000000'`.
    private var command: String {
        Dataset.named(subject.id) == nil
            ? "'benchmarks \(CommandLineText.joined(["--frames", subject.path ?? subject.id]))'"
            : "'benchmarks --dataset \(subject.id) --size \(subject.n)'"
    }

    /// How many datasets are named.
    private static let namedSources = 4

    /// When and of what commits the medians of datasets are, at the subject's size.
    private func origins(_ datasets: [String]) -> String {
        datasets.flatMap { dataset in
            advisor.measurements.sizes(of: dataset, around: subject.n).flatMap {
                advisor.measurements.origins[.init(dataset: dataset, n: $0)] ?? []
            }
        }.uniqued().joined(separator: "; ")
    }

    /// `chat`, or `chat and 11 more`.
    private static func basis(_ prediction: Advisor.Prediction) -> String {
        let others = prediction.sources.count - 1
        return prediction.sources[0].dataset + (others > 0 ? " and \(others) more" : "")
    }

    /// The table for programs: nanoseconds and bytes.
    var records: [[(column: String, value: JSONValue)]] {
        advice.predictions.enumerated().map { rank, prediction in
            [
                ("rank", .number(Double(rank + 1))), ("strategy", .string(prediction.strategy)),
                ("measured_on", .string(Self.basis(prediction))), ("ns_per_second", .number(prediction.cost)),
                ("bytes_per_item", .number(prediction.bytesPerItem)),
            ]
                + Action.allCases.map { action in
                    ("\(action.rawValue)_ns", prediction.times[action].map(JSONValue.number) ?? .null)
                }
        }
    }

    static func rate(_ rate: Double) -> String { Quantity.fixed(rate, decimals: rate == rate.rounded() ? 0 : 2) }
    private static func percent(_ share: Double) -> String { number(100 * share) + " %" }
    /// Two digits: a takeover is not known better.
    static func rounded(_ value: Double) -> String {
        Quantity.fixed(CrossoverSection.Choice.rounded(value), decimals: 0)
    }

    /// Two digits where there are more, and no zeros at the end.
    private static func number(_ value: Double) -> String {
        guard value < 100, value.rounded() != value else { return Quantity.fixed(value, decimals: 0) }
        let decimals = min(max(Int(1 - log10(value).rounded(.down)), 0), 9)
        var text = Substring(Quantity.fixed(value, decimals: decimals))
        while decimals > 0, text.last == "0" { text.removeLast() }
        return String(text.last == "." ? text.dropLast() : text)
    }
}
