import BenchmarkKit
import CollectionLayout
import Testing
import Workloads

@testable import benchmarks

@Suite struct PlanTests {
    private func selection(_ arguments: [String]) throws -> Selection {
        try Selection(OptionParser(Selection.options).parse(arguments))
    }

    @Test func defaultsCoverEveryStrategyAndDataset() throws {
        let plan = try Plan(selection([]), availableBytes: nil)
        #expect(plan.groups.map(\.input.id) == Dataset.standard.map(\.id))
        #expect(plan.groups.allSatisfy { $0.n == 1_000_000 })
        #expect(plan.groups.allSatisfy { $0.strategies.map(\.id) == CacheStrategy.all.map(\.id) })
        #expect(plan.groups[0].queries.map(\.scroll.id) == ["fling", "jump"])
        #expect(plan.paths.contains("strategies/chat/1000000/packed-rtree/query/jump"))
        #expect(plan.paths.count == Dataset.standard.count * CacheStrategy.all.count * 5)
    }

    @Test func onlyARunThatIsNotToldWhatToMeasureIsToEndInACertainTime() throws {
        #expect(try selection([]).limit == .seconds(110))
        #expect(try selection(["--strategy", "incremental"]).limit == .seconds(110))
        for arguments in [
            ["--quick"], ["--budget", "20s"], ["--size", "1e6"], ["--dataset", "chat"], ["--trace", "all"],
        ] {
            #expect(try selection(arguments).limit == nil, "\(arguments)")
        }
    }

    /// What costs alike is dealt out in turn: of two shards of two sizes each has some of both.
    @Test func shardsHoldAllSizes() throws {
        var paths: [String] = []
        for shard in ["1/2", "2/2"] {
            let plan = try Plan(
                selection(["--dataset", "chat,pinterest,photo-days,tags", "--size", "10,100", "--shard", shard]),
                availableBytes: nil)
            #expect(plan.groups.count { $0.n == 10 } == 2 && plan.groups.count { $0.n == 100 } == 2)
            paths += plan.paths
        }
        let whole = try Plan(
            selection(["--dataset", "chat,pinterest,photo-days,tags", "--size", "10,100"]), availableBytes: nil)
        #expect(paths.sorted() == whole.paths.sorted())
    }

    @Test func filtersMatchPaths() throws {
        let plan = try Plan(
            selection(["--filter", "chat/.*/query", "--skip", "tutorial", "--size", "10,1k", "--trace", "drag"]),
            availableBytes: nil)
        #expect(plan.groups.map(\.n) == [10, 1000])
        #expect(plan.groups.allSatisfy { $0.input.id == "chat" && $0.prepare.isEmpty && $0.updates.isEmpty })
        #expect(plan.groups[0].queries[0].strategies.count == CacheStrategy.all.count - 1)
    }

    @Test func groupsOfNamesWork() throws {
        let plan = try Plan(
            selection(["--dataset", "adversarial", "--trace", "all", "--size", "10"]), availableBytes: nil)
        #expect(plan.groups.map(\.input.id) == Dataset.adversarial.map(\.id))
        #expect(plan.groups[0].queries.map(\.scroll.id) == Trace.all.map(\.id))
    }

    @Test func aDatasetMayHaveSizesAndEffectsOfItsOwn() throws {
        let sticky = ["--dataset", "sticky-headers,chat", "--strategy", "incremental"]
        let plan = try Plan(selection(sticky), availableBytes: nil)
        #expect(plan.groups.map(\.n) == [100, 1000, 10_000, 100_000, 1_000_000])
        #expect(plan.groups[0].queries.map(\.phase) == ["query", "query", "effects", "effects"])
        #expect(plan.paths.contains("strategies/sticky-headers/100/incremental/effects/fling"))
        #expect(plan.groups[4].queries.allSatisfy { $0.effects == nil })
        let chosen = try Plan(selection(sticky + ["--size", "50", "--filter", "effects/jump"]), availableBytes: nil)
        #expect(chosen.paths == ["strategies/sticky-headers/50/incremental/effects/jump"])
    }

    /// What `scaling` measures size by size is what it would measure at once.
    @Test func oneSizeKeepsTheInputsThatHaveIt() throws {
        var all = try selection(["--dataset", "sticky-headers,chat", "--strategy", "incremental"])
        all.sizes = [1000, 1_000_000]
        let plan = try Plan(all, availableBytes: nil)
        let groups = try Set(plan.groups.map(\.n)).sorted().flatMap { n in
            var one = all
            one.keep(n, of: plan)
            return try Plan(one, availableBytes: nil).groups
        }
        func places(_ groups: [Plan.Group]) -> [String] { groups.map { "\($0.input.id)/\($0.n)" }.sorted() }
        #expect(places(groups) == places(plan.groups))
        #expect(places(groups).contains("chat/1000") && !places(groups).contains("chat/100"))
    }

    @Test func tenthsAreOfEachSize() throws {
        var tenths = try selection(["--dataset", "sticky-headers,chat"])
        tenths.resize { max($0 / 10, 1) }
        #expect(tenths.inputs.map { tenths.sizes(of: $0) } == [[10, 100, 1000, 10_000], [100_000]])
    }

    @Test func exactMetricsNeedNoTime() throws {
        let plan = try Plan(selection(["--metric", "exact"]), availableBytes: nil)
        #expect(plan.groups.allSatisfy { $0.updates.map(\.edit.id) == Edit.standard.map(\.id) })
        #expect(!plan.selection.metrics.includesTime)
        #expect(plan.selection.metrics.isDisjoint(with: Metric.counted.map(\.id)))
    }

    /// Only what is measured has a path.
    @Test(arguments: [
        ("hits", ["query/fling", "query/jump"]), ("latency", ["query/fling", "query/jump"]),
        ("bytes-per-item", ["prepare"]), ("peak-resident", ["prepare"]),
        ("wall-time", ["prepare", "query/fling", "query/jump", "update/resize", "update/insert"]),
        ("items-placed", ["prepare", "update/resize", "update/insert", "update/delete", "update/move"]),
    ]) func metricsHaveTheirCases(_ metric: String, _ cases: [String]) throws {
        let plan = try Plan(
            selection(["--dataset", "chat", "--size", "10", "--strategy", "incremental", "--metric", metric]),
            availableBytes: nil)
        #expect(plan.paths == cases.map { "strategies/chat/10/incremental/\($0)" })
    }

    /// A run has rows of the paths that a dry run prints, and of no others.
    @Test(arguments: [
        [], ["--metric", "hits"], ["--metric", "items-placed"], ["--metric", "bytes-per-item,latency"],
    ])
    func aDryRunPrintsWhatARunMeasures(_ options: [String]) throws {
        let folder = try Folder()
        let path = folder.path + "/run.csv"
        let arguments = ["run", "--strategy", "incremental", "--path", path] + Program.small + options
        let printed = try Program.run(arguments + ["--dry-run"]).output.split(separator: "\n").map(String.init)
        #expect(try Program.run(arguments).code == 0)
        let rows = try ResultFile.read(path).filter { $0.key.suite == Plan.suite }
        #expect(Set(rows.map { Plan.path(of: $0.key) }) == Set(printed) && !printed.isEmpty)
    }

    @Test(arguments: [
        (["--metric", "bytes-per-item", "--filter", "query"], "nothing is measured by bytes-per-item"),
        (
            ["--size", "1e9", "--dataset", "table"],
            "table with 1,000,000,000 items: there are at most 100,000,000 items"
        ),
        (["--filter", "nothing"], "'benchmarks --dry-run' prints the paths"),
    ]) func nothingToMeasureHasAReason(_ options: [String], _ reason: String) throws {
        #expect {
            try Plan(selection(options), availableBytes: nil)
        } throws: { ($0 as? UsageError)?.message.contains(reason) == true }
    }

    @Test func sizesThatADatasetDoesNotHaveAreTold() throws {
        let outcome = try Program.run(["--size", "1e3,1e9", "--dataset", "table", "--dry-run"])
        #expect(outcome.code == 0 && outcome.output.contains("/table/1000/") && !outcome.output.contains("1000000000"))
        #expect(outcome.error.contains("warning: left out table with 1,000,000,000 items"), "\(outcome.error)")
    }

    @Test func whatDoesNotFitInMemoryIsSkippedWithAReason() throws {
        let plan = try Plan(selection(["--size", "1e7", "--dataset", "photo-days"]), availableBytes: 3.5e9)
        // The largest go.
        let (kept, skipped) = (plan.groups[0].strategies, plan.groups[0].skipped.map(\.strategy))
        #expect(skipped.map(\.id).contains("tutorial-array") && kept.map(\.id).contains("full-array"))
        #expect(kept.map(\.bytesPerItem).max()! <= skipped.map(\.bytesPerItem).min()!)
        #expect(kept.count + skipped.count == CacheStrategy.all.count)
        #expect(plan.groups[0].skipped[0].reason.contains("10,000,000 items"))
        // What is neither timed nor edited is prepared one by one.
        let exact = try Plan(
            selection(["--size", "1e7", "--dataset", "photo-days", "--metric", "hits"]), availableBytes: 3.5e9)
        #expect(exact.groups[0].skipped.isEmpty)
        #expect {
            try Plan(selection(["--size", "1e8", "--dataset", "free-form"]), availableBytes: 1e9)
        } throws: { ($0 as? InputError)?.exitCode == .inconclusive }
    }

    @Test func whatLeavesNoRoomForFramesIsCheckedAgainstCheckpoints() throws {
        let giant = try selection(["--size", "1e9", "--dataset", "photo-grid"])
        let group = try Plan(giant, availableBytes: 20e9).groups[0]
        #expect(group.oracle.id == "checkpoints" && group.updates.isEmpty)
        #expect(group.strategies.map(\.id) == ["checkpoints", "closed-form", "viewport-first"])
        #expect(group.skipped.count == CacheStrategy.all.count - 3)
        let roomy = try Plan(giant, availableBytes: 1e12).groups[0]
        #expect(roomy.oracle.id == CacheStrategy.oracle.id && roomy.skipped.isEmpty && roomy.updates.isEmpty)
    }

    /// What only edits are asked of is skipped with a reason where nothing fits beside the frames, and shards are dealt out alike.
    @Test func editsThatDoNotFitAreSkipped() throws {
        let growth = [
            "--dataset", "chat", "--strategy", "incremental", "--filter", "/update/", "--metric", "items-placed",
            "--size",
        ]
        let plan = try Plan(selection(growth + ["1e6,1e7"]), availableBytes: 5e8)
        #expect(plan.groups.map(\.n) == [1_000_000, 10_000_000])
        #expect(plan.groups.map { $0.strategies.map(\.id) } == [["incremental"], []])
        #expect(plan.groups.map { $0.skipped.map(\.strategy.id) } == [[], ["incremental"]])
        #expect {
            try Plan(selection(growth + ["1e7"]), availableBytes: 5e8)
        } throws: { ($0 as? InputError)?.exitCode == .inconclusive }
    }

    @Test func nothingSelectedIsAUsageError() throws {
        #expect(throws: UsageError.self) { try Plan(selection(["--filter", "nothing"]), availableBytes: nil) }
    }
}
