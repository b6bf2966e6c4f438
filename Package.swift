// swift-tools-version: 6.1
import PackageDescription

// Stands for UIKit where there is none: the adapter is compiled and tested against it.
let standIn = Target.Dependency.target(name: "UIKitStandIn", condition: .when(platforms: [.linux, .windows]))

let package = Package(
    name: "CollectionLayout",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CollectionLayout", targets: ["CollectionLayout"]),
        .library(name: "CollectionLayoutUIKit", targets: ["CollectionLayoutUIKit"]),
        .executable(name: "benchmarks", targets: ["benchmarks"]),
    ],
    traits: [
        .trait(name: "Peers", description: "Compare with the indexes of Boost, GEOS, libspatialindex and SQLite."),
        .trait(name: "InternalChecks", description: "Check the invariants of every cache after every change."),
    ],
    targets: [
        // The engine: Swift's and C's standard libraries, and a few instructions that Swift has no name for.
        .target(
            name: "CollectionLayout",
            dependencies: ["CProcessor"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        .target(name: "CProcessor"),
        // The engine as a layout of UIKit's or AppKit's collection view.
        .target(name: "CollectionLayoutUIKit", dependencies: ["CollectionLayout", standIn]),
        // What to run: datasets, scroll traces and the one replay.
        .target(name: "Workloads", dependencies: ["CollectionLayout"]),
        // How to measure, record and gate: knows nothing of layouts.
        .target(name: "BenchmarkKit", dependencies: ["CBenchmarkSupport"]),
        .target(name: "CBenchmarkSupport"),
        // Indexes of other libraries, each where its headers are installed; nothing without the trait.
        .target(
            name: "CPeers",
            cxxSettings: [
                .define("PEERS", .when(traits: ["Peers"])), .define("NDEBUG"),
                // Homebrew's folder on Apple silicon is not among those that compilers search.
                .unsafeFlags(["-I/opt/homebrew/include"], .when(platforms: [.macOS], traits: ["Peers"])),
            ]
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CollectionLayout", "Workloads", "BenchmarkKit",
                .target(name: "CPeers", condition: .when(traits: ["Peers"])),
            ],
            path: "Benchmarks",
            exclude: ["Thresholds"]
        ),
        .target(
            name: "LayoutTestSupport",
            dependencies: ["CollectionLayout", "Workloads"],
            path: "Tests/LayoutTestSupport"
        ),
        .testTarget(
            name: "CollectionLayoutTests",
            dependencies: ["CollectionLayout", "Workloads", "LayoutTestSupport"],
            exclude: ["Golden"]
        ),
        .target(name: "UIKitStandIn", path: "Tests/UIKitStandIn"),
        .testTarget(
            name: "CollectionLayoutUIKitTests",
            dependencies: ["CollectionLayoutUIKit", "CollectionLayout", "LayoutTestSupport", "Workloads", standIn]
        ),
        .testTarget(name: "WorkloadsTests", dependencies: ["Workloads", "LayoutTestSupport"]),
        // The code of the articles and of the README.
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["CollectionLayout", "CollectionLayoutUIKit", "LayoutTestSupport", "Workloads", standIn]
        ),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], exclude: ["Golden"]),
        .testTarget(
            name: "benchmarksTests",
            dependencies: [
                "benchmarks", "BenchmarkKit", "CollectionLayout", "CollectionLayoutUIKit", "LayoutTestSupport",
                "Workloads",
                standIn,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
