import Testing

@testable import BenchmarkKit

@Suite struct ColorModeTests {
    @Test(
        arguments: [
            (ColorMode.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
            (.always, false, ["NO_COLOR": "1"], true), (.never, true, [:], false),
        ] as [(ColorMode, Bool, [String: String], Bool)])
    func decides(mode: ColorMode, isTerminal: Bool, environment: [String: String], expected: Bool) {
        #expect(mode.style(isTerminal: isTerminal, environment: environment).isColored == expected)
    }

    @Test func wrapsOrLeavesAlone() {
        #expect(TextStyle(isColored: true).red("x") == "\u{1B}[31mx\u{1B}[0m")
        #expect(TextStyle(isColored: false).red("x") == "x")
    }

    @Test func unknownModeSuggests() throws {
        #expect(try ColorMode(argument: "never") == .never)
        let error = #expect(throws: UsageError.self) { try ColorMode(argument: "alway") }
        #expect(error?.suggestion == "always")
    }
}
