import Testing

@testable import benchmarks

@Suite struct JSONTests {
    @Test func readsWhatItWrites() throws {
        let value = JSONValue.object([
            "numbers": .array([.number(0), .number(-1.5), .number(1e300), .number(0.1), .number(121.91666666666667)]),
            "text": .string("quote \" slash \\ line\n tab\t bell\u{7} é 🧩"), "none": .null, "yes": .bool(true),
            "empty": .array([]), "object": .object([:]),
        ])
        for depth in 0...3 { #expect(try JSONText.value(value.text(depth: depth), file: "test") == value) }
    }

    @Test func keysAreSorted() {
        #expect(JSONValue.object(["b": .number(1), "a": .number(2.5)]).text() == #"{"a":2.5,"b":1}"#)
    }

    @Test func readsEscapes() throws {
        #expect(try JSONText.value(#""\u00e9\ud83e\udde9\/\b""#, file: "test") == .string("é🧩/\u{8}"))
    }

    /// Half a pair of surrogates is no character, and takes nothing of what follows it along.
    @Test func halvesOfPairsStandAlone() throws {
        #expect(try JSONText.value(#""\ud800\u0041""#, file: "test") == .string("\u{FFFD}A"))
        #expect(try JSONText.value(#""\ud83e\ud83e\udde9""#, file: "test") == .string("\u{FFFD}🧩"))
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try JSONText.value("\u{FEFF}[1]", file: "test") == .array([.number(1)]))
    }

    @Test func aNumberThatIsTooLargeIsNamed() {
        #expect {
            try JSONText.value("[1e400]", file: "test")
        } throws: { "\($0)" == "test:1:2: got '1e400', expected a number up to 1.7976931348623157e+308" }
    }

    @Test(arguments: [
        ("\"\\u+041\"", 4, "four hexadecimal digits"), ("\u{FEFF}[1 2]", 4, "',' or ']'"),
        ("{\"a\" 1}", 6, "':'"), ("[1 2]", 4, "',' or ']'"), ("[01]", 2, "a value"), ("\"a", 3, "a closing quote"),
        ("[1] x", 5, "the end of the file"), ("nul", 1, "a value"), ("[1.]", 2, "a value"),
        ("{a:1}", 2, "a name in quotes"), ("{\"a\":1,\"a\":2}", 8, "each name once"),
    ]) func saysWhereTextIsBad(_ text: String, _ column: Int, _ expected: String) {
        #expect {
            try JSONText.value(text, file: "test")
        } throws: { error in
            guard let error = error as? JSONError else { return false }
            return error.line == 1 && error.column == column && error.expected == expected
        }
    }

    @Test func nestingIsLimited() {
        let text = String(repeating: "[", count: 100_000)
        #expect {
            try JSONText.value(text, file: "test")
        } throws: { ($0 as? JSONError)?.expected.hasSuffix("nested values") == true }
    }
}
