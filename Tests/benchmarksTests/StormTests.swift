import BenchmarkKit
import CollectionLayout
import Testing
import Workloads

@testable import benchmarks

/// Edits at random places, each with the query around it.
@Suite struct StormTests {
    private static let arguments = [
        "run", "--storm", "--filter", "storm", "--quick", "--size", "300", "--budget", "3s", "--dataset", "chat",
        "--strategy", "full-array,incremental",
    ]

    @Test func aRunTimesThemOneByOne() throws {
        let folder = try Folder()
        let path = folder.path + "/run.csv"
        let outcome = try Program.run(Self.arguments + ["--path", path])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(path).filter { $0.key.suite == Plan.suite }
        #expect(rows.allSatisfy { $0.key.phase == "update" && $0.key.metric == "latency" && $0.value ?? 0 > 0 })
        for trace in ["resize-storm", "insert-storm"] {
            let own = rows.filter { $0.key.trace == trace }
            #expect(Set(own.map(\.key.strategy)) == ["full-array", "incremental"])
            // The same edits and the same answers.
            #expect(Set(own.map(\.checksum)).count == 1 && !own[0].checksum.isEmpty)
            // As many insertions as deletions, and of resizes as many back.
            #expect(own.allSatisfy { $0.samples % 2 == 0 && $0.samples > 1000 })
            for quantile in ["p50", "p90", "p99", "p99.9", "max"] {
                #expect(own.count { $0.key.statistic == quantile } == 2, "\(trace), \(quantile)")
            }
        }
        for title in ["resize anywhere", "ins/delete anywhere"] { #expect(outcome.output.contains(title)) }
    }

    /// However far earlier edits have moved that.
    @Test(arguments: [Edit.resize, .insert]) func queriesShowWhatIsEdited(edit: Edit) throws {
        let content = try #require(Dataset.named("chat")).make(1000, Dataset.defaultSeed)
        let changes = StormCase.pairs(edit, of: content, count: 400, seed: Dataset.defaultSeed)
        let viewports = try StormCase.viewports(changes, of: content)
        #expect(viewports.count == changes.count)
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        let former = oracle
        var moved = 0
        for first in stride(from: 0, to: viewports.count, by: 2) {
            let path = changes[first][0].place(in: oracle.content)
            let id = ElementID(section: path.section, item: path.item)
            #expect(try viewports[first].intersects(#require(oracle.frame(of: id))), "edit \(first)")
            #expect(viewports[first + 1] == viewports[first])
            if let frame = former.frame(of: id), !frame.intersects(viewports[first]) { moved += 1 }
            try oracle.apply(changes[first])
        }
        #expect(moved > 10, "hardly anything has moved")
    }

    /// Insertions strike before the items that they were made for: of a calendar, none comes to stand among another day's. What
    /// takes them back, last to first, leaves the content as it was.
    @Test func insertionsStandWhereTheyWereMadeFor() throws {
        let content = try #require(Dataset.named("calendar")).make(1000, Dataset.defaultSeed)
        let pairs = StormCase.pairs(.insert, of: content, count: 400, seed: Dataset.defaultSeed)
        try #require(pairs.count == 400)
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        func starts() -> [[Double]] {
            let content = oracle.content
            return (0..<content.itemCount).map { Array(content.value(section: 0, item: $0).values[..<2]) }
        }
        func days() -> [Double] { starts().map { $0[0] } }
        let former = starts()
        #expect(days() == days().sorted())
        for first in stride(from: 0, to: pairs.count, by: 2) {
            try oracle.apply(pairs[first])
            let now = days()
            #expect(now.count == former.count + first / 2 + 1 && now == now.sorted(), "edit \(first)")
        }
        for first in stride(from: 0, to: pairs.count, by: 2).reversed() { try oracle.apply(pairs[first + 1]) }
        #expect(starts() == former)
    }

    /// A storm takes no longer than the budget, however many edits that is.
    @Test func theBudgetBoundsThem() throws {
        let folder = try Folder()
        func counts(_ budget: String) throws -> [Int] {
            let path = "\(folder.path)/\(budget).csv"
            let outcome = try Program.run(Self.arguments.map { $0 == "3s" ? budget : $0 } + ["--path", path])
            #expect(outcome.code == 0, "\(outcome.error)")
            let rows = try ResultFile.read(path).filter { $0.key.strategy == "full-array" }
            return rows.filter { $0.key.statistic == "max" }.map(\.samples)
        }
        let (few, many) = (try counts("2ms"), try counts("2s"))
        #expect(few.count == 2 && zip(few, many).allSatisfy { 10 * $0 < $1 }, "\(few), \(many)")
    }

    /// Insertions end where there is no room in the content for more.
    @Test func whatDoesNotFitIsLeftOut() throws {
        let folder = try Folder()
        let path = folder.path + "/run.csv"
        let outcome = try Program.run([
            "run", "--storm", "--filter", "storm", "--quick", "--size", "300", "--budget", "3s", "--dataset",
            "beyond-1e12", "--strategy", "incremental", "--path", path,
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let storms = try ResultFile.read(path).filter { $0.key.statistic == "max" }
        try #require(storms.map(\.key.trace) == ["resize-storm", "insert-storm"])
        #expect(storms[1].samples > 100 && storms[1].samples < storms[0].samples)
    }

    @Test func aRunWithoutThemHasNone() throws {
        let outcome = try Program.run(Self.arguments.filter { $0 != "--storm" } + ["--dry-run"])
        #expect(outcome.code == 64 && outcome.error.contains("select no case"))
        let plan = try Program.run(Self.arguments + ["--dry-run"])
        #expect(plan.code == 0 && plan.output.split(separator: "\n").count { $0.contains("-storm") } == 4)
    }

    @Test func wrongAnswersAreFound() throws {
        let folder = try Folder()
        let outcome = try Program.run(Self.arguments + ["--inject-lossy", "--path", folder.path])
        #expect(outcome.code == 3, "\(outcome.error)")
    }
}
