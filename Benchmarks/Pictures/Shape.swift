import CollectionLayout

/// What is drawn alike: the classes of the picture's style and the entries of its legend.
enum Shape: String, CaseIterable {
    case cell, header, footer, supplementary, decoration, viewport, query, hit

    init(_ kind: ElementKind) {
        switch kind {
        case .header: self = .header
        case .footer: self = .footer
        default:
            switch kind.category {
            case .cell: self = .cell
            case .supplementary: self = .supplementary
            case .decoration: self = .decoration
            }
        }
    }

    /// What the legend says.
    var meaning: String {
        switch self {
        case .supplementary: "other supplementary element"
        case .hit: "element that meets the query"
        case .viewport: "what is on the screen"
        default: rawValue
        }
    }

    /// Colours that stay apart for the colour-blind, on paper of the picture's own: it may lie on any background.
    static let style = """
        text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",Helvetica,Arial,sans-serif;fill:#1f2937}
        .paper{fill:#f8fafc;stroke:#cbd5e1}
        .content{fill:#fff;stroke:#e2e8f0}
        .title{font-weight:600}
        .note{fill:#64748b}
        .label{fill:#334155}
        .centred{text-anchor:middle}
        .cell{fill:#bfdbfe;stroke:#2563eb}
        .header{fill:#fed7aa;stroke:#ea580c}
        .footer{fill:#bbf7d0;stroke:#16a34a}
        .supplementary{fill:#f5f3ff;stroke:#c4b5fd}
        .decoration{fill:#fef9c3;stroke:#eab308}
        .viewport{fill:none;stroke:#0f172a;stroke-width:2;stroke-opacity:.75}
        .query{fill:#e11d48;fill-opacity:.1;stroke:#e11d48;stroke-width:1.5;stroke-dasharray:5 3}
        .hit{stroke:#e11d48;stroke-width:2.5}
        """
}
