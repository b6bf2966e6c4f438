import Testing

@testable import BenchmarkKit

@Suite struct ArgumentValueTests {
    @Test(arguments: [
        ("60s", Duration.seconds(60)), ("2m", .seconds(120)), ("2min", .seconds(120)), ("500ms", .milliseconds(500)),
        ("1.5s", .milliseconds(1500)), ("1h", .seconds(3600)), ("250us", .microseconds(250)),
        ("250µs", .microseconds(250)), ("7ns", .nanoseconds(7)), ("0s", .zero),
    ])
    func durations(text: String, expected: Duration) throws {
        #expect(try ArgumentValue.duration(text) == expected)
    }

    @Test(arguments: ["", "60", "s", "-1s", "1 s", "1x", "1.s", ".5s", "1.2.3s", "1e9h", "99999999h", "nan"])
    func noDurations(text: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentValue.duration(text) }
        #expect(error?.message.contains("'\(text)'") == true)
        #expect(error?.message.contains("expected a number and a unit") == true)
    }

    @Test(arguments: [
        ("0", 0), ("1000", 1000), ("1e6", 1_000_000), ("10k", 10_000), ("1_000_000", 1_000_000), ("1M", 1_000_000),
        ("2.5M", 2_500_000), ("1G", 1_000_000_000), ("1E3", 1000), ("9007199254740992", 9_007_199_254_740_992),
    ])
    func sizes(text: String, expected: Int) throws {
        #expect(try ArgumentValue.size(text) == expected)
    }

    @Test(arguments: [
        "", "k", "-1", "1.5", "0.0001k", "1e", "e6", "1e400", "1e17", "ten", "inf", "0x10", "_1", "1_", "1_k", "1 000",
    ])
    func noSizes(text: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentValue.size(text) }
        #expect(error?.message.contains("'\(text)'") == true)
    }

    @Test func seeds() throws {
        #expect(try ArgumentValue.seed("18446744073709551615") == .max)
        #expect(try ArgumentValue.seed("0xDEADbeef") == 0xDEAD_BEEF)
        for text in ["", "-1", "0x", "1.0", "18446744073709551616"] {
            #expect(throws: UsageError.self) { try ArgumentValue.seed(text) }
        }
    }

    @Test func shards() throws {
        #expect(try ArgumentValue.shard("2/8") == Shard(index: 1, count: 8))
        for text in ["", "2", "0/8", "9/8", "1/0", "1/2/3", "a/b", "-1/2"] {
            #expect(throws: UsageError.self) { try ArgumentValue.shard(text) }
        }
    }

    @Test func shardsPartition() {
        for count in 1...5 {
            for position in 0..<20 {
                let owners = (0..<count).filter { Shard(index: $0, count: count).contains(position: position) }
                #expect(owners.count == 1)
            }
        }
    }

    @Test func choicesSuggest() throws {
        #expect(try ArgumentValue.choice("csv", of: ["csv", "json"], kind: "format") == "csv")
        let error = #expect(throws: UsageError.self) {
            try ArgumentValue.choice("jsn", of: ["csv", "json"], kind: "format")
        }
        #expect(error?.description == "unknown format 'jsn'; did you mean 'json'?")
        let other = #expect(throws: UsageError.self) {
            try ArgumentValue.choice("picture", of: ["csv", "json"], kind: "format")
        }
        #expect(other?.description == "unknown format 'picture'; expected one of: csv, json")
    }
}
