import Testing

@testable import BenchmarkKit

@Suite struct TableTests {
    var table: Table {
        var table = Table([.init("strategy"), .init("query", .right), .init("note")])
        table.append(["packed-rtree", "1.23 µs", "fastest"])
        table.append(["scan", "456.00 µs", ""])
        return table
    }

    @Test func alignsColumns() {
        #expect(
            table.text() == """
                strategy          query  note
                ------------  ---------  -------
                packed-rtree    1.23 µs  fastest
                scan          456.00 µs

                """
        )
    }

    @Test func cutsTheWidestNames() {
        var table = table
        table.append(["scan", "2.00 µs", "slowest of all"])
        #expect(
            table.text(width: 33) == """
                strategy          query  note
                ------------  ---------  --------
                packed-rtree    1.23 µs  fastest
                scan          456.00 µs
                scan            2.00 µs  slowest…

                """
        )
        // Numbers and the first column are never cut, other names keep 8 characters.
        #expect(table.text(width: 1) == table.text(width: 33))
        #expect(table.text(width: 39) == table.text())
    }

    @Test func expendableColumnsGoFirst() {
        var table = table
        table.expendable = ["note", "query"]
        #expect(
            table.text(width: 31)
                == "strategy          query\n------------  ---------\npacked-rtree    1.23 µs\nscan          456.00 µs\n"
        )
        #expect(table.text(width: 22) == "strategy\n------------\npacked-rtree\nscan\n")
        #expect(table.text(width: 32) == self.table.text() && table.text() == self.table.text())
        #expect(table.markdown == self.table.markdown)
    }

    @Test func markdown() {
        var table = table
        table.append(["a|b", "1", "two\nlines"])
        #expect(
            table.markdown == """
                | strategy | query | note |
                | --- | ---: | --- |
                | packed-rtree | 1.23 µs | fastest |
                | scan | 456.00 µs |  |
                | a\\|b | 1 | two<br>lines |

                """
        )
    }

    @Test func resultLine() {
        let line = ResultLine(regressed: 0, improved: 2, ok: 57, undecided: 0, missing: 0, exit: .success)
        #expect(line.text == "RESULT regressed=0 improved=2 ok=57 undecided=0 missing=0 exit=0")
        var usage = ResultLine()
        usage.exit = .usage
        #expect(usage.text == "RESULT regressed=0 improved=0 ok=0 undecided=0 missing=0 exit=64")
    }
}
