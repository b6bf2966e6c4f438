import Testing

@testable import BenchmarkKit

@Suite struct CSVTests {
    @Test func writesGoldenText() {
        #expect(
            CSV.line(["a", "b,c", "d\"e", "", "f\ng", "h\r\ni", "ü 1"])
                == "a,\"b,c\",\"d\"\"e\",,\"f\ng\",\"h\r\ni\",ü 1\n")
        #expect(CSV.line([""]) == "\"\"\n")
    }

    /// The examples of RFC 4180, section 2.
    @Test(arguments: [
        ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("aaa,bbb,ccc\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
        ("\u{FEFF}a,,\n\n,\n\"\"\n", [["a", "", ""], ["", ""], [""]]),
        ("a\rb,c", [["a\rb", "c"]]),
        ("", []),
    ])
    func readsGoldenText(text: String, expected: [[String]]) throws {
        #expect(try CSVReader.lines(text, file: "f").map(\.fields) == expected)
    }

    @Test func roundTripsEveryShortCombination() throws {
        let pieces = ["a", ",", "\"", "\n", "\r", " "]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let fields = [first + second + third, "", third + first]
                    let back = try CSVReader.lines(CSV.line(fields) + CSV.line(["end"]), file: "f")
                    #expect(back.map(\.fields) == [fields, ["end"]])
                }
            }
        }
    }

    @Test(arguments: [
        ("a,b\nc,\"d", "f:2: column '2': got the file's end, expected a closing quote"),
        ("a,\"b\nc\"d", "f:2: column '2': got text after a closing quote, expected a comma or the line's end"),
        ("a\"b", "f:1: column '1': got a quote inside a field, expected the whole field in quotes"),
    ])
    func malformedText(text: String, message: String) {
        let error = #expect(throws: CSVError.self) { try CSVReader.lines(text, file: "f") }
        #expect(error?.description == message)
        #expect(error?.exitCode == .harnessError)
    }

    @Test(arguments: [
        ("", "f:1: got an empty file, expected the header a,…"),
        ("a,c\n", "f:1: column '2': got 'c', expected the header 'b'"),
        ("a\n", "f:1: column '2': got the line's end, expected the header 'b'; fields are separated by commas"),
        ("a;b\n1;2\n", "f:1: column '1': got 'a;b', expected the header 'a'; fields are separated by commas"),
        ("a,b,c\n", "f:1: column '3': got 'c', expected the header's end"),
        ("a,b\n1,2\n3\n", "f:3: got 1 fields, expected 2 fields"),
    ])
    func wrongRecords(text: String, message: String) {
        let error = #expect(throws: CSVError.self) {
            try CSVReader.records(text, file: "f", columns: ["a", "b"])
        }
        #expect(error?.description == message)
    }

    @Test(arguments: [(0.0, "0"), (-3, "-3"), (1e14, "100000000000000"), (0.1, "0.1"), (1.0 / 3, "0.3333333333333333")])
    func numbers(value: Double, expected: String) {
        #expect(CSV.number(value) == expected)
        #expect(Double(CSV.number(value)) == value)
    }
}
