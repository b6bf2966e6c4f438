import Testing

@testable import BenchmarkKit

@Suite struct ProgressLineTests {
    /// What a terminal would have received, and the time it believes in.
    final class Screen {
        var text = ""
        var now: UInt64 = 5_000_000_000

        func line(total: Int, isShown: Bool = true, width: Int = 80) -> ProgressLine {
            ProgressLine(
                total: total, isShown: isShown, width: width, now: { [self] in now }, write: { [self] in text += $0 }
            )
        }
    }

    @Test func staysSilentForASecondAndThenEstimates() {
        let screen = Screen()
        let line = screen.line(total: 4)
        line.begin("first")
        line.advance()
        screen.now += 999_999_999
        line.begin("second")
        #expect(screen.text == "")
        screen.now += 1
        line.begin("second")
        #expect(screen.text == "\r\u{1B}[K[1/4] second – about 3 s left")
        screen.now += 99_999_999
        line.begin("too soon")
        screen.now += 1
        line.advance()
        line.begin("third")
        #expect(!screen.text.contains("too soon"))
        #expect(screen.text.hasSuffix("\r\u{1B}[K[2/4] third – about 2 s left"))
    }

    @Test func clearsOnlyWhatIsShown() {
        let screen = Screen()
        let line = screen.line(total: 1)
        line.clear()
        #expect(screen.text == "")
        screen.now += 2_000_000_000
        line.begin("a")
        line.clear()
        line.clear()
        #expect(screen.text == "\r\u{1B}[K[0/1] a\r\u{1B}[K")
        line.begin("b")
        #expect(screen.text.hasSuffix("[0/1] b"))
    }

    @Test func hiddenLineWritesNothing() {
        let screen = Screen()
        let line = screen.line(total: 1, isShown: false)
        screen.now += 2_000_000_000
        line.begin("a")
        line.clear()
        #expect(screen.text == "")
    }

    @Test(arguments: [(true, "xterm", true), (true, "dumb", false), (false, "xterm", false)])
    func aDumbTerminalHasNone(isTerminal: Bool, terminal: String, isShown: Bool) {
        #expect(StandardStream.takesEscapes(isTerminal: isTerminal, environment: ["TERM": terminal]) == isShown)
    }

    @Test func longLinesAreCut() {
        let screen = Screen()
        let line = screen.line(total: 1, width: 12)
        screen.now += 2_000_000_000
        line.begin("abcdefghijkl")
        #expect(screen.text == "\r\u{1B}[K[0/1] abcde")
    }

    @Test(arguments: [(0.2, "1 s"), (59, "59 s"), (60, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")])
    func timesLeft(seconds: Double, expected: String) {
        #expect(ProgressLine.rounded(seconds: seconds) == expected)
    }
}
