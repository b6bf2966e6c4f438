/// The style sheet of a page: light and dark after the reader's system, one column on a phone.
enum PageStyle {
    /// The sheet, for so many strategies.
    static func css(styles: Int) -> String {
        let hiding = (0..<styles).map { "body:has(#pick\($0):not(:checked)) .of\($0){display:none}\n" }.joined()
        return page + ChartStyle.shapes + ChartStyle.css(isDark: false) + SeriesStyle.css(count: styles, isDark: false)
            + "@media (prefers-color-scheme:dark){\n" + dark + ChartStyle.css(isDark: true)
            + SeriesStyle.css(count: styles, isDark: true) + "}\n" + hiding
    }

    private static let page = """
        :root{color-scheme:light dark;--ink:#1b1f27;--faint:#566072;--paper:#ffffff;--back:#f4f6f9;--rule:#d9dee6;--link:#0b57b0}
        *{box-sizing:border-box}
        body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",Helvetica,Arial,sans-serif}
        main,header,footer{max-width:1400px;margin:0 auto;padding:0 20px}
        h1{font-size:1.7rem;line-height:1.2;margin:1.2em 0 .3em}
        h2{font-size:1.3rem;margin:2em 0 .4em}
        h3{font-size:1.05rem;margin:1.4em 0 .5em}
        p{max-width:75ch;margin:.4em 0 .9em}
        a{color:var(--link)}
        nav ul{display:flex;flex-wrap:wrap;gap:2px 18px;list-style:none;margin:.6em 0;padding:0}
        .faint,footer{color:var(--faint);font-size:.9rem}
        .legend{position:sticky;top:0;z-index:1;margin:0;padding:6px max(20px,calc((100vw - 1360px)/2));border:0;border-bottom:1px solid var(--rule);background:var(--back);display:flex;flex-wrap:wrap;gap:2px 16px;font-size:.9rem}
        .legend label{display:inline-flex;align-items:center;gap:6px;min-height:28px;cursor:pointer;white-space:nowrap}
        .legend svg{width:40px;height:14px}
        section{scroll-margin-top:130px}
        .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,370px),1fr));gap:14px;align-items:start}
        figure{margin:0;padding:10px 10px 6px;background:var(--paper);border:1px solid var(--rule);border-radius:8px;min-width:0}
        figure svg.chart{display:block;width:100%;height:auto}
        figure summary{font-size:.8rem}
        details{margin:6px 0}
        summary{cursor:pointer;color:var(--faint);font-size:.9rem;min-height:24px}
        .table{overflow-x:auto;background:var(--paper);border:1px solid var(--rule);border-radius:6px;margin:6px 0 12px;max-width:100%;width:fit-content}
        table{width:max-content;max-width:max(100%,720px);border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
        caption,.caption{text-align:left;font-weight:600;margin-top:1em}
        th,td{padding:4px 10px;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
        td:first-child{white-space:nowrap}
        td:not(:first-child){min-width:7em}
        tr:last-child td{border-bottom:0}
        th{font-weight:600;color:var(--faint)}
        .number{white-space:nowrap;text-align:right}
        .group{margin:1em 0}
        .group>summary{margin-bottom:6px}
        .group h3{display:inline;margin:0;color:var(--ink)}
        .missing{border-left:4px solid var(--faint);padding:8px 14px;background:var(--paper);border-radius:0 6px 6px 0;max-width:85ch}
        code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em;overflow-wrap:anywhere}
        @media (max-width:700px),(max-height:520px){.legend{position:static}main,header,footer{padding:0 12px}section{scroll-margin-top:0}}
        @media print{.legend{position:static}body{background:none}figure{break-inside:avoid}}

        """

    private static let dark = """
        :root{--ink:#e6e8ec;--faint:#a3abb8;--paper:#15181e;--back:#0e1014;--rule:#2b313b;--link:#8ab8ff}

        """
}
