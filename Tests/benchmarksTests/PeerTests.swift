import BenchmarkKit
import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@testable import benchmarks

/// Indexes of others find what the oracle finds: with the trait `Peers` those of libraries as well.
@Suite struct PeerTests {
    private static let datasets = Dataset.every

    /// Every dataset and every trace, with edits on the way.
    @Test(arguments: datasets)
    func traces(_ dataset: Dataset) throws {
        try withEvery("n", in: [0, 1, 7, 300]) { n in
            let content = try dataset.make(n, 3)
            try withEvery("peer", in: CacheStrategy.peers.map(\.id)) { id in
                var oracle = try prepared(.oracle, content)
                var cache = try prepared(#require(CacheStrategy.peers.first { $0.id == id }), content)
                for trace in Trace.all {
                    var replay = Replay(trace, content: oracle.contentSize, frames: 6, seed: 9)
                    replay.edits[3] = resizes(of: content, count: 2, seed: 5, at: .random)
                    if let difference = try replay.firstDifference(between: &cache, and: &oracle) {
                        throw CheckFailure("trace \(trace.id): \(difference)")
                    }
                }
            }
        }
    }

    /// Touching edges, rects without extent and rects that contain everything, over more elements than a page, a node or a
    /// buffer on the stack takes.
    @Test(arguments: datasets)
    func boundaries(_ dataset: Dataset) throws {
        let content = try dataset.make(1500, 4)
        let oracle = try prepared(.oracle, content)
        let ids = content.sections.indices.prefix(40).filter { content.sections[$0].count > 0 }
        let frames = try ids.prefix(4).map { section in
            try #require(oracle.frame(of: ElementID(section: section, item: Int(content.sections[section].count) / 2)))
        }
        let rects = boundaryRects(of: frames, limit: 150) + [.everything]
        for peer in CacheStrategy.peers {
            let difference = expectEquivalent(try prepared(peer, content), oracle, rects)
            #expect(difference == nil, "\(peer.id)")
        }
    }

    private func prepared(_ strategy: CacheStrategy, _ content: Content) throws -> any AttributeCache {
        var cache = strategy.make()
        try cache.prepare(content)
        return cache
    }

    @Test func peersAreChosenByNameOnly() throws {
        let ids = CacheStrategy.peers.map(\.id)
        #expect(Set(ids + CacheStrategy.all.map(\.id)).count == ids.count + CacheStrategy.all.count)
        #expect(ids.allSatisfy(Metric.isValid))
        #expect(try CacheStrategy.choose(["peers"], default: []).map(\.id) == ids)
        #expect(try CacheStrategy.choose(["all"], default: []).map(\.id) == CacheStrategy.all.map(\.id))
        #expect(try CacheStrategy.choose(["page-hash"], default: []).map(\.id) == ["page-hash"])
    }

    /// No library is left out in silence.
    @Test(arguments: PeerPackage.all)
    func everyLibraryIsThereOrSaysWhatToDo(_ package: PeerPackage) throws {
        if !package.isInstalled { #expect(package.remedy?.hasSuffix(package.installCommand) == true) }
        #if Peers
            #expect(package.isAvailable == package.isInstalled)
        #else
            #expect(!package.isAvailable)
        #endif
        let doctor = try #require(Doctor.checks().first { $0.title == package.name })
        #expect((doctor.state == .fine) == package.isAvailable)
        for id in package.ids {
            if let remedy = package.remedy {
                #expect(doctor.text.contains(id) && doctor.text.hasSuffix(remedy))
                #expect {
                    try CacheStrategy.choose([id], default: [])
                } throws: { ($0 as? UsageError)?.message.hasSuffix(remedy) == true }
            } else {
                #expect(try CacheStrategy.choose([id], default: []).map(\.id) == [id])
            }
        }
    }

    @Test func theProgramComparesWithPeers() throws {
        let listed = try Program.run(["list", "peers"]).output
        for id in CacheStrategy.peers.map(\.id) + PeerPackage.all.flatMap(\.ids) {
            #expect(listed.contains("  \(id) "))
        }
        let folder = try Folder()
        let outcome = try Program.run(
            ["compare", "packed-rtree", "peers", "--filter", "prepare|fling", "--path", folder.path + "/run.csv"]
                + Program.small)
        #expect([0, 7].contains(outcome.code), "\(outcome.error)")
        let rows = try ResultFile.read(folder.path + "/run.csv").filter { $0.key.metric == "time-ratio" }
        #expect(Set(rows.map(\.key.strategy)) == Set(CacheStrategy.peers.map(\.id)))
    }
}
