import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct RunJournalTests {
    private let folder = Folder()

    /// Whatever the byte at which a run is killed, what its journal promises is in its file.
    @Test func aRunCutOffAnywhereGoesOn() throws {
        let path = folder.file("run.csv")
        let steps = (0..<4).map { step in (0..<3).map { row(key("s\(step)", metric: "m\($0)"), Double($0)) } }
        let whole = try ResultFile(creating: path)
        for rows in steps { try whole.append(rows) }
        let text = try TextFile.read(path)
        let header = CSV.line(ResultRow.columns).utf8.count
        for cut in stride(from: header, through: text.utf8.count, by: 7) {
            try TextFile.write(String(decoding: Array(text.utf8.prefix(cut)), as: UTF8.self), to: path)
            let present = try ResultFile.read(path)
            // The journal lags by up to a step, and its own last line may be cut off.
            let done = max(present.count / 3 - (cut % 2), 0)
            let lines = (0..<done).map { "\(3 * ($0 + 1)) 0 step \($0)\n" }.joined() + "12 0 st"
            // The cut may go through a character.
            try TextFile.write(Data(lines.utf8) + [0xC3], to: RunJournal.path(besides: path))
            var journal: RunJournal! = try RunJournal(besides: path)
            #expect(journal.rows == 3 * done && journal.steps == Set((0..<done).map { "step \($0)" }))
            let file = try ResultFile(appendingTo: path, keeping: journal.rows)
            for (index, rows) in steps.enumerated().dropFirst(done) {
                try file.append(rows)
                try journal.finish("step \(index)", rows: rows.count)
            }
            #expect(try TextFile.read(path) == text)
            // The next interruption finds all of it.
            journal = nil
            journal = try RunJournal(besides: path)
            #expect(journal.rows == 12 && journal.steps == ["step 0", "step 1", "step 2", "step 3"])
            journal.remove()
        }
    }

    @Test func aRunThatGoesOnKeepsItsJournal() throws {
        let path = folder.file("run.csv")
        let journal = try RunJournal(besides: path)
        // As long as the run goes on, nobody else goes on with it.
        let error = #expect(throws: FileError.self) { try RunJournal(besides: path) }
        #expect(error?.description == "cannot read \(path).steps: its run still goes on, in another process")
        withExtendedLifetime(journal) {}
    }

    @Test func stepsAreThereAfterwards() throws {
        let path = folder.file("run.csv")
        do {
            let journal = try RunJournal(besides: path)
            try journal.finish("a/1 b", rows: 5)
            try journal.finish("c", rows: 0, sampleBytes: 70)
        }
        let again = try RunJournal(besides: path)
        #expect(again.steps == ["a/1 b", "c"] && again.rows == 5 && again.sampleBytes == 70)
        #expect(RunJournal.exists(besides: path))
        again.remove()
        #expect(!RunJournal.exists(besides: path))
        #expect(try RunJournal(besides: path).steps.isEmpty)
    }

    /// What a step that was interrupted has left in the file of samples goes, with what was cut off behind it.
    @Test func samplesOfStepsThatAreNotDoneGo() throws {
        let path = folder.file("rows.csv")
        let (none, one) = ("a,b\n", "a,b\n1,2\n")
        for (bytes, kept) in [(Int.max, one + "3,4\n"), (9, one), (8, one), (7, none), (0, none)] {
            try TextFile.write("a,b\n1,2\n3,4\n5,", to: path)
            let file = try RowFile(path: path, columns: ["a", "b"], keeping: bytes)
            #expect(try TextFile.read(path) == kept && file.length == kept.utf8.count, "\(bytes) bytes")
            try file.append([["6", "7"]])
            #expect(try TextFile.read(path) == kept + "6,7\n", "\(bytes) bytes")
        }
    }

    @Test func onlyWhatBelongsTogetherIsMerged() throws {
        let one = row(key("a"), 1)
        let two = row(key("b"), 2)
        #expect(try MergedResults([("x", [one]), ("y", [two])]).rows == [one, two])
        #expect(throws: MergeError.self) { try MergedResults([("x", [one]), ("y", [one])]) }
        var other = two
        other.environment = "macos-aarch64-swift6.3"
        let error = #expect(throws: MergeError.self) { try MergedResults([("x", [one]), ("y", [other])]) }
        #expect(
            error?.description
                == "y: got the environment 'macos-aarch64-swift6.3', expected 'linux-x86_64-swift6.3' as in x")
    }
}
