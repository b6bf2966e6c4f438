import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// What the harness itself costs while it times.
@Suite struct HarnessCostTests {
    private static let installJemalloc: Comment =
        "allocations cannot be counted; install with: \(AllocationCounter.installCommand)"

    @Test(.enabled(if: AllocationCounter.childEnvironment != nil, HarnessCostTests.installJemalloc))
    func nothingIsAllocatedInTimedRegions() throws {
        let doctor = try Program.run(["doctor"])
        #expect(doctor.output.contains("; 0 allocations in timed regions"), "\(doctor.output)\(doctor.error)")
    }

    /// The least of many samples hardly depends on how busy the machine is: more are taken, up to a limit, until one is as low
    /// as it should be. A machine a quarter as fast as usual passes; an allocation a query would not.
    @Test(
        .enabled(if: Program.hasRelease, Program.buildRelease))
    func aQueryOfABatchTakesHardlyMore() throws {
        let child = ChildProcess(
            Program.releasePath, ["lane", "harness", "--size", "1", "--dataset", "chat", "--strategy", "full-array"])
        let most = 4 * QueryOverhead.largest
        var nanoseconds: [Double] = []
        repeat {
            let fields = try child.run().output.split(separator: ",")
            nanoseconds.append(try #require(fields.count > 3 ? Double(fields[3]) : nil, Program.buildRelease))
        } while nanoseconds.count < 40 && nanoseconds.min()! > most
        #expect(nanoseconds.allSatisfy { $0 > 0 } && nanoseconds.min()! <= most, "\(nanoseconds)")
    }

    @Test func itIsOnRecord() throws {
        let folder = try Folder()
        #expect(try Program.run(["run", "--path", folder.path + "/a.csv"] + Program.small).code == 0)
        #expect(try #require(try Environment(besides: folder.path + "/a.csv").overheadNanoseconds) > 0)
        let exact = ["run", "--metric", "exact", "--path", folder.path + "/b.csv"]
        #expect(try Program.run(exact + Program.small).code == 0)
        #expect(try Environment(besides: folder.path + "/b.csv").overheadNanoseconds == nil)
    }
}
