import Testing

@testable import BenchmarkKit

@Suite struct OptionParserTests {
    let parser = OptionParser([
        .flag("quick", short: "q", "Measure less."),
        .value("seed", "n", "What everything random is drawn from."),
        .repeatable("filter", "regex", short: "f", "Keep the cases that match."),
    ])

    @Test func readsAllForms() throws {
        let parsed = try parser.parse(["run", "--quick", "--seed=7", "--filter", "a", "-f", "b=c", "-", "--", "--seed"])
        #expect(parsed.positionals == ["run", "-", "--seed"])
        #expect(parsed.has("quick"))
        #expect(parsed.value("seed") == "7")
        #expect(parsed.values("filter") == ["a", "b=c"])
    }

    @Test func absentOptionsAreAbsent() throws {
        let parsed = try parser.parse([])
        #expect(!parsed.has("quick") && !parsed.has("seed"))
        #expect(parsed.value("seed") == nil)
        #expect(parsed.values("filter") == [])
    }

    @Test func lastValueCounts() throws {
        #expect(try parser.parse(["--seed", "1", "--seed", "2"]).value("seed") == "2")
        #expect(try parser.parse(["--seed", "-5"]).value("seed") == "-5")
        #expect(try parser.parse(["--filter", "a,b", "--filter=c"]).list("filter") == ["a", "b", "c"])
    }

    @Test(arguments: [
        (["--sede", "1"], "unknown option '--sede'; did you mean '--seed'?"),
        (["--fil", "x"], "unknown option '--fil'; did you mean '--filter'?"),
        (["--elephant"], "unknown option '--elephant'"),
        (["-x"], "unknown option '-x'"),
        (["-seed"], "unknown option '-seed'; did you mean '--seed'?"),
        (["--seed"], "option '--seed' needs a value"),
        (["--seed="], "option '--seed' needs a value, got ''"),
        (["--seed", ""], "option '--seed' needs a value, got ''"),
        (["--filter=a", "--filter=,"], "option '--filter' needs a value, got ','"),
        (
            ["--seed", "--quick"],
            "option '--seed' needs a value, got '--quick'; write '--seed=--quick' if that is the value"
        ),
        (["--quick=yes"], "option '--quick' takes no value, got 'yes'"),
    ])
    func wrongUsage(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try parser.parse(arguments) }
        #expect(error?.description == message)
        #expect(error?.exitCode.rawValue == 64)
    }

    @Test func conversionErrorsNameTheOption() throws {
        let parsed = try parser.parse(["--seed", "many"])
        let error = #expect(throws: UsageError.self) { try parsed.value("seed", as: ArgumentValue.seed) }
        #expect(error?.message.hasPrefix("option '--seed': 'many' is not a seed") == true)
        #expect(try parser.parse(["--seed", "0xff"]).value("seed", as: ArgumentValue.seed) == 255)
        for text in ["0x+5", "0x-0", "+5", "-0", "0x", "٣"] {
            #expect(throws: UsageError.self) { try ArgumentValue.seed(text) }
        }
    }

    @Test func helpIsAlignedAndWrapped() {
        #expect(
            parser.helpText(width: 48)
                == """
                  -q, --quick     Measure less.
                      --seed <n>  What everything random is
                                  drawn from.
                  -f, --filter <regex>…
                                  Keep the cases that match.

                """
        )
    }
}
