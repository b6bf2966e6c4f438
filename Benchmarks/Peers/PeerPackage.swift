import BenchmarkKit
import CollectionLayout
import Foundation

#if Peers
    import CPeers
#endif

/// A library whose indexes are compared with: part of the build with the trait `Peers`, where it is installed.
struct PeerPackage {
    let name: String
    /// The strategies that need it.
    let ids: [String]
    /// What the build looks for.
    private let header: String
    private let tool: Tool

    static let all = [
        PeerPackage(
            name: "Boost.Geometry", ids: ["boost-packed", "boost-rstar"], header: "boost/geometry/index/rtree.hpp",
            tool: Tool(name: "boost", debian: "libboost-dev")),
        PeerPackage(
            name: "GEOS", ids: ["geos-strtree"], header: "geos_c.h", tool: Tool(name: "geos", debian: "libgeos-dev")),
        PeerPackage(
            name: "libspatialindex", ids: ["libspatialindex"], header: "spatialindex/capi/sidx_api.h",
            tool: Tool(name: "spatialindex", debian: "libspatialindex-dev")),
        PeerPackage(
            name: "SQLite", ids: ["sqlite-rtree"], header: "sqlite3.h",
            tool: Tool(name: "sqlite", debian: "libsqlite3-dev")),
    ]

    /// The command that installs it.
    var installCommand: String { tool.installCommand }

    /// Whether its headers are where packages put them.
    var isInstalled: Bool {
        ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].contains {
            FileManager.default.fileExists(atPath: "\($0)/\(header)")
        }
    }

    /// Whether its strategies can be chosen.
    var isAvailable: Bool { ids.allSatisfy { CacheStrategy.libraries.map(\.id).contains($0) } }

    /// What has to be done before its strategies can be chosen; nil if nothing.
    var remedy: String? {
        if isAvailable { return nil }
        guard isInstalled else { return "install with: \(installCommand)" }
        #if Peers
            return "it was not there when this was built: swift package clean"
        #else
            let ids = ids.joined(separator: " ")
            return "compare with: swift run --traits Peers benchmarks compare packed-rtree \(ids)"
        #endif
    }
}

extension CacheStrategy {
    /// What others do, for comparison only: never measured unless asked for.
    static let peers: [CacheStrategy] =
        [
            CacheStrategy(
                "unions-of-20", "unions of 20 frames, scanned (as in CHTCollectionViewWaterfallLayout)",
                bytesPerItem: 48, make: { UnionsOfTwentyCache() }),
            CacheStrategy(
                "page-hash", "a hash table of pages (as in Texture)", bytesPerItem: 60,
                make: { PageHashCache() }),
            CacheStrategy(
                "section-scan", "bounds of sections, linear scans within (as in IGListKit)", bytesPerItem: 46,
                make: { SectionScanCache() }),
            CacheStrategy(
                "index-path-dictionary", "dictionaries of elements and frames (as in MagazineLayout)",
                bytesPerItem: 160, make: { IndexPathDictionaryCache() }),
            CacheStrategy(
                "interval-tree", "a tree of extents along the axis (as in react-virtualized's Masonry)",
                bytesPerItem: 84, make: { IntervalTreeCache() }),
        ] + libraries

    /// Those of libraries that this build has.
    static let libraries: [CacheStrategy] = {
        #if Peers
            let all: [(kind: cpeers_kind, strategy: CacheStrategy)] = [
                (
                    BoostPacked.kind,
                    CacheStrategy(
                        "boost-packed", "Boost.Geometry's R-tree, packed", bytesPerItem: 88,
                        make: { BoostPackedCache() })
                ),
                (
                    BoostRStar.kind,
                    CacheStrategy(
                        "boost-rstar", "Boost.Geometry's R*-tree, filled one by one", bytesPerItem: 96,
                        make: { BoostRStarCache() })
                ),
                (
                    GEOSTree.kind,
                    CacheStrategy("geos-strtree", "GEOS's STRtree", bytesPerItem: 104, make: { GEOSTreeCache() })
                ),
                (
                    SpatialIndex.kind,
                    CacheStrategy(
                        "libspatialindex", "libspatialindex's R*-tree in memory, bulk-loaded", bytesPerItem: 300,
                        make: { SpatialIndexCache() })
                ),
                (
                    SQLiteTree.kind,
                    CacheStrategy(
                        "sqlite-rtree", "SQLite's R*Tree in memory", bytesPerItem: 130, make: { SQLiteTreeCache() })
                ),
            ]
            return all.filter { cpeers_available($0.kind) }.map(\.strategy)
        #else
            return []
        #endif
    }()

    /// The strategies that names stand for, peers included.
    ///
    /// - Parameter others: Strategies that can be named beside all and the peers.
    /// - Throws: `UsageError`; for a peer that this build does not have, with what has to be done.
    static func choose(
        _ names: [String], beside others: [CacheStrategy] = [], default strategies: [CacheStrategy]
    ) throws(UsageError) -> [CacheStrategy] {
        for package in PeerPackage.all {
            guard let name = names.first(where: package.ids.contains), let remedy = package.remedy else { continue }
            throw UsageError("strategy '\(name)' needs \(package.name): \(remedy)")
        }
        return try Selection.choose(
            names, "strategy", from: all + peers + others, id: \.id, groups: ["all": all, "peers": peers],
            default: strategies)
    }
}
