import Foundation

/// How the series of one name looks in every chart: a colour, a pattern of dashes and a marker, so that it can be told
/// without colour, too.
struct SeriesStyle: Equatable {
    let index: Int

    /// The class that gives its looks.
    var name: String { "s\(index)" }
    /// The class of all that goes where readers hide the name.
    var filter: String { "of\(index)" }

    /// The styles of names, each with its own index; combinations repeat after 144.
    static func styles(_ names: [String]) -> [String: SeriesStyle] {
        Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, SeriesStyle(index: $0.offset)) })
    }

    private static let dashes = [
        "none", "7 3", "2 2.5", "9 3 2 3", "14 3", "5 2 1.5 2 1.5 2", "4 4", "12 3 4 3", "1 4",
    ]

    private var dash: String { Self.dashes[index % Self.dashes.count] }
    /// Markers are filled for the first eight names and hollow for the next.
    private var isHollow: Bool { index / 8 % 2 == 1 }

    /// The outline of the marker around the origin.
    var marker: String {
        switch index % 8 {
        case 0: "M-3.8 0A3.8 3.8 0 1 0 3.8 0A3.8 3.8 0 1 0 -3.8 0Z"
        case 1: "M-3.5 -3.5H3.5V3.5H-3.5Z"
        case 2: "M0 -4.6L4.4 3.2H-4.4Z"
        case 3: "M0 -5L5 0L0 5L-5 0Z"
        case 4: "M0 4.6L4.4 -3.2H-4.4Z"
        case 5: "M-1.5 -4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z"
        case 6: "M0 -5L1.5 -1.5L5 0L1.5 1.5L0 5L-1.5 1.5L-5 0L-1.5 -1.5Z"
        default: "M-2.3 -4H2.3L4.6 0L2.3 4H-2.3L-4.6 0Z"
        }
    }

    /// Colours that stay apart for the colour-blind, after Okabe and Ito's, with a contrast of 4.5 and more on their paper: names
    /// have them as well as lines.
    static let light = ["#0069a8", "#c44e00", "#00795a", "#a23b8c", "#7d6200", "#44464d", "#b3123f", "#356ccc"]
    static let dark = ["#5db9f2", "#ff9a52", "#34cfa3", "#e08fd0", "#e2c04f", "#d2d4da", "#ff7f9f", "#9db8ff"]

    /// The first with a hollow marker, a circle.
    static let leastHollow = 8

    /// The rules of so many styles, at least up to the first hollow one.
    static func css(count: Int, isDark: Bool) -> String {
        (0..<max(count, leastHollow + 1)).map { index in
            let style = SeriesStyle(index: index)
            let colour = (isDark ? dark : light)[index % 8]
            let own = ".\(style.name)"
            return
                "\(own) .line,\(own) .dot,\(own) .range{stroke:\(colour)}\(own) .dot,\(own) .band,\(own) .tag{fill:\(colour)}"
                + (style.isHollow ? "\(own) .dot{fill:\(ChartStyle.paper(isDark: isDark))}" : "")
                + (isDark ? "" : "\(own) .line{stroke-dasharray:\(style.dash)}") + "\n"
        }.joined()
    }
}

/// The style sheet of charts: literal colours, because what turns SVG into PNG knows no variables.
enum ChartStyle {
    static func paper(isDark: Bool) -> String { isDark ? "#15181e" : "#ffffff" }

    /// What does not depend on light and dark, and the colours of one of them.
    static func css(isDark: Bool) -> String {
        let ink = isDark ? "#e6e8ec" : "#1b1f27"
        let faint = isDark ? "#a3abb8" : "#566072"
        let grid = isDark ? "#2b313b" : "#e3e7ed"
        let alert = isDark ? "#ff8d8d" : "#b00020"
        return """
            .chart text{fill:\(ink)}
            .chart .note{fill:\(faint)}
            .chart .grid{stroke:\(grid)}
            .chart .frame{stroke:\(faint)}
            .chart .mark{stroke:\(alert)}
            .chart .alert{fill:\(alert)}
            .chart .paper{fill:\(paper(isDark: isDark))}

            """
    }

    static let shapes = """
        .chart text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",Helvetica,Arial,sans-serif}
        .chart .heading{font-weight:600}
        .chart .right{text-anchor:end}
        .chart .middle{text-anchor:middle}
        .chart .grid,.chart .frame,.chart .lead,.chart .range{fill:none;stroke-width:1}
        .chart .range{stroke-width:2}
        .chart .lead{stroke:#8a93a3;stroke-opacity:.7}
        .chart .line{fill:none;stroke-width:1.8;stroke-linejoin:round}
        .chart .dot{stroke-width:1.4}
        .chart .band{stroke:none;fill-opacity:.18}
        .chart .mark{fill:none;stroke-width:1.2;stroke-dasharray:4 3}

        """

    /// The sheet of a picture that stands alone, on paper of its own.
    static func alone(count: Int) -> String {
        shapes + css(isDark: false) + SeriesStyle.css(count: count, isDark: false)
    }
}
