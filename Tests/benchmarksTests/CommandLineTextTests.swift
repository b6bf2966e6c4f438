import BenchmarkKit
import Testing

@testable import benchmarks

@Suite struct CommandLineTextTests {
    @Test func onlyWhatAShellReadsOtherwiseIsQuoted() {
        #expect(
            CommandLineText.joined(["run", "--size=1e3,1e4", "-q", "a/b_c.csv"]) == "run --size=1e3,1e4 -q a/b_c.csv")
        #expect(CommandLineText.joined(["--filter", "chat/.*|x", ""]) == "--filter 'chat/.*|x' ''")
    }

    @Test(arguments: ["it's", "a b", "$HOME", "\\", "µ", "a\nb", "*", "'"]) func aShellReadsItBack(_ argument: String)
        throws
    {
        let child = ChildProcess("/bin/sh", ["-c", "printf %s \(CommandLineText.joined([argument]))"])
        #expect(try child.run().output == argument)
    }
}
