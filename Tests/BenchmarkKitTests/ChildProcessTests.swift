import Testing

@testable import BenchmarkKit

@Suite struct ChildProcessTests {
    func shell(_ script: String, environment: [String: String] = [:]) -> ChildProcess {
        ChildProcess("/bin/sh", ["-c", script], environment: environment, isErrorSilenced: true)
    }

    @Test(arguments: [0, 1, 7, 64, 255] as [Int32])
    func exitStatusArrives(status: Int32) throws {
        let result = try shell("printf 'a b'; echo lost >&2; exit \(status)").run()
        #expect(result == ChildProcess.Result(ending: .exited(status), output: "a b"))
    }

    @Test func signalsAreNoExitStatus() throws {
        #expect(try shell("kill -TERM $$").run().ending == .signalled(15))
        #expect(try shell("kill -KILL $$").run().ending == .signalled(9))
    }

    @Test func endingsAreSaid() {
        #expect("\(ChildProcess.Ending.exited(3))" == "exit code 3")
        #expect("\(ChildProcess.Ending.signalled(11))" == "signal 11")
        #expect("\(ChildProcess.Ending.timedOut)" == "a timeout")
    }

    @Test func argumentsArriveAsTheyAre() throws {
        let result = try ChildProcess("/bin/sh", ["-c", "printf '%s|' \"$@\"", "sh", "a b", "", "ü\"*"]).run()
        #expect(result.output == "a b||ü\"*|")
    }

    @Test func environmentIsAddedAndReplaced() throws {
        let result = try shell("echo $KIT_TEST $HOME; test -n \"$PATH\"", environment: ["KIT_TEST": "1", "HOME": "h"])
            .run()
        #expect(result == ChildProcess.Result(ending: .exited(0), output: "1 h\n"))
    }

    @Test func standardInputIsEmpty() throws {
        #expect(try shell("cat; echo end").run().output == "end\n")
    }

    @Test func muchOutputDoesNotBlock() throws {
        let result = try shell("head -c 1000000 /dev/zero | tr '\\0' x").run()
        #expect(result.output.utf8.count == 1_000_000)
    }

    @Test func timeoutKills() throws {
        // Once while it holds its output open, once after it closed it.
        for script in ["echo begun; exec sleep 20", "echo begun; exec >&-; exec sleep 20"] {
            let start = ContinuousClock.now
            let result = try shell(script).run(timeout: .seconds(2))
            #expect(result == ChildProcess.Result(ending: .timedOut, output: "begun\n"))
            #expect(ContinuousClock.now - start < .seconds(10))
        }
        #expect(try shell("echo fast").run(timeout: .seconds(20)).ending == .exited(0))
    }

    @Test func missingExecutableIsAnError() {
        let error = #expect(throws: ChildProcessError.self) { try ChildProcess("/no/such/program", []).run() }
        #expect(error?.description == "cannot start /no/such/program: No such file or directory")
        #expect(error?.exitCode == .harnessError)
    }
}
