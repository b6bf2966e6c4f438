import BenchmarkKit
import CollectionLayout

/// A part of a page under a heading.
struct ReportSection {
    enum Part {
        /// A paragraph.
        case text(String)
        /// Charts side by side.
        case charts([Chart])
        /// Charts of one kind that open on demand, under a heading; open from the start or not.
        case group(String, [Chart], isOpen: Bool)
        /// A table that is always open, under a caption.
        case table(String, DataTable)
        /// A table that opens on demand, named by its first text; open from the start or not.
        case folded(String, DataTable, isOpen: Bool)
        /// What cannot be shown, and the command that measures it.
        case missing(String, command: String)
    }

    let id: String
    let title: String
    var parts: [Part]

    var charts: [Chart] {
        parts.flatMap { part -> [Chart] in
            switch part {
            case .charts(let charts), .group(_, let charts, isOpen: _): charts
            default: []
            }
        }
    }

    /// The section with other charts in the place of its own.
    func mapCharts(_ change: (Chart) -> Chart) -> ReportSection {
        var section = self
        section.parts = parts.map { part in
            switch part {
            case .charts(let charts): .charts(charts.map(change))
            case .group(let heading, let charts, let isOpen): .group(heading, charts.map(change), isOpen: isOpen)
            default: part
            }
        }
        return section
    }

    /// Charts by what they are of. Only the first group is open: there are hundreds of charts in a report of everything.
    static func groups(_ groups: [(heading: String, charts: [Chart])]) -> [Part] {
        groups.enumerated().map { .group($0.element.heading, $0.element.charts, isOpen: $0.offset == 0) }
    }
}

/// What all sections are made of.
struct ReportSource {
    let files: ReportFiles
    let styles: [String: SeriesStyle]
    /// The names of all strategies: those of the engine in their order, then others as they were measured.
    let strategies: [String]

    init(_ files: ReportFiles) {
        self.files = files
        let used = files.rows.map(\.key.strategy).uniqued()
        let known = CacheStrategy.all.map(\.id).filter(used.contains)
        strategies = known + used.filter { !known.contains($0) }
        styles = SeriesStyle.styles(strategies)
    }

    func style(_ strategy: String) -> SeriesStyle { styles[strategy] ?? SeriesStyle(index: 0) }

    /// The strategies of some names, in the order that all charts have.
    func ordered(_ names: some Sequence<String>) -> [String] {
        let names = Set(names)
        return strategies.filter(names.contains)
    }
}
