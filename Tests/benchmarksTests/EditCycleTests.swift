import BenchmarkKit
import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@testable import benchmarks

/// The edits that are timed again and again, and those that are counted.
@Suite struct EditCycleTests {
    @Test(arguments: ["resize", "insert"]) func everyEditOfEveryTurnChangesTheContent(_ id: String) throws {
        let edit = try #require(Edit.named(id))
        try withEvery("dataset", in: Dataset.all.map(\.id)) { id in
            let content = try #require(Dataset.named(id)).make(300, Dataset.defaultSeed)
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            let cycle = try #require(EditCycle(edit, of: content, seed: 1, frame: oracle.frame)).changes
            try check(cycle.count == EditCycle.count, "got \(cycle.count) edits")
            var edited = content
            for turn in 0..<2 {
                for (index, changes) in cycle.enumerated() {
                    let before = fingerprint(of: edited)
                    for change in changes { try edited.apply(change) }
                    try check(fingerprint(of: edited) != before, "edit \(index) of turn \(turn) changes nothing")
                }
            }
            try check(edited.itemCount == content.itemCount, "\(edited.itemCount) items are left")
        }
    }

    private static let arguments = [
        "run", "--filter", "update/", "--quick", "--size", "300", "--budget", "10ms", "--dataset", "chat", "--strategy",
        "full-array,incremental",
    ]

    /// All that are asked for are timed, transactions of many changes, too, and of all strategies on the same answers.
    @Test func editsThatAreAskedForAreTimed() throws {
        let folder = try Folder()
        let path = folder.path + "/run.csv"
        let outcome = try Program.run(Self.arguments + ["--edit", "all", "--path", path])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(path).filter { $0.key.statistic == "median" && $0.key.metric == "wall-time" }
        for edit in Edit.all {
            let own = rows.filter { $0.key.phase == "update" && $0.key.trace == edit.id }
            // Of 300 items 20,000 cannot go.
            #expect(Set(own.map(\.key.strategy)).count == (edit.id == "delete-10k" ? 0 : 2), "\(edit.id)")
            #expect(Set(own.map(\.checksum)).count <= 1 && own.allSatisfy { $0.value ?? 0 > 0 }, "\(edit.id)")
            #expect(outcome.output.contains(" \(edit.title)") || own.isEmpty, "\(edit.id)")
        }
    }

    /// Edits that a content has not what it takes for, sections or room, have no rows, and that is no failure.
    @Test func editsThatCannotBeAreLeftOut() throws {
        let folder = try Folder()
        for (number, metric) in ["wall-time", "items-placed"].enumerated() {
            let path = folder.path + "/\(number).csv"
            let outcome = try Program.run([
                "run", "--filter", "update/", "--quick", "--size", "2000", "--budget", "10ms", "--dataset",
                "beyond-1e12",
                "--strategy", "incremental", "--edit", "resize,insert-section,append-500,prepend-500,delete-10k",
                "--metric", metric, "--path", path,
            ])
            #expect(outcome.code == 0, "\(outcome.error)")
            let rows = try ResultFile.read(path).filter { $0.key.suite == Plan.suite }
            #expect(Set(rows.map(\.key.trace)) == ["resize", "append-500"] && rows.allSatisfy { $0.value != nil })
        }
    }

    /// Nor is it one where strategies or builds are compared.
    @Test(arguments: [
        ["compare", "section-buckets", "incremental"],
        ["ab", "--base", Program.path, "--strategy", "incremental", "--pairs", "2"],
    ]) func editsThatCannotBeAreNotCompared(_ command: [String]) throws {
        let folder = try Folder()
        let path = folder.path + "/a.csv"
        let outcome = try Program.run(
            command + [
                "--filter", "update/", "--quick", "--size", "2000", "--budget", "10ms", "--dataset", "beyond-1e12",
                "--edit", "resize,insert-section,append-500,prepend-500,delete-10k", "--path", path,
            ])
        #expect([0, 2, 7].contains(outcome.code), "\(outcome.error)")
        let ratios = try ResultFile.read(path).filter { $0.key.metric == "time-ratio" && $0.key.statistic == "median" }
        #expect(ratios.map(\.key.trace) == ["resize", "append-500"])
    }

    @Test func editsAreChosenByName() throws {
        let byDefault = try Program.run(Self.arguments + ["--dry-run"])
        let counted = try Program.run(Self.arguments + ["--metric", "items-placed", "--dry-run"])
        let chosen = try Program.run(Self.arguments + ["--edit", "move,prepend-20", "--dry-run"])
        func edits(_ outcome: Program.Outcome) -> Set<Substring> {
            Set(outcome.output.split(separator: "\n").compactMap { $0.split(separator: "/").last })
        }
        #expect(edits(byDefault) == ["resize", "insert"])
        #expect(edits(counted) == ["resize", "insert", "delete", "move"])
        #expect(edits(chosen) == ["move", "prepend-20"])
        let unknown = try Program.run(Self.arguments + ["--edit", "prepend-30"])
        #expect(unknown.code == 64 && unknown.error.contains("prepend-20"), "\(unknown.error)")
    }

    /// What they do is counted, and a lossy strategy is found out.
    @Test func editsThatAreAskedForAreCheckedAndCounted() throws {
        let folder = try Folder()
        let path = folder.path + "/run.csv"
        let counted = Self.arguments + ["--edit", "append-50,move-100", "--path", path]
        let outcome = try Program.run(counted + ["--metric", "items-placed"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(path).filter {
            $0.key.metric == "items-placed" && $0.key.strategy == "incremental"
        }
        #expect(Set(rows.map(\.key.trace)) == ["append-50", "move-100"])
        let appended = try #require(rows.first { $0.key.trace == "append-50" && $0.key.statistic == "mean" }?.value)
        #expect(appended >= 50 && appended < 120, "\(appended) items placed")
        let lossy = try Program.run(Self.arguments + ["--edit", "move-100", "--inject-lossy", "--path", folder.path])
        #expect(lossy.code == 3, "\(lossy.error)")
    }
}
