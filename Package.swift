// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "CollectionLayout",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CollectionLayout", targets: ["CollectionLayout"]),
        .executable(name: "benchmarks", targets: ["benchmarks"]),
    ],
    targets: [
        // The engine: the standard library only.
        .target(
            name: "CollectionLayout",
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        // What to run: datasets, scroll traces and the one replay.
        .target(name: "Workloads", dependencies: ["CollectionLayout"]),
        // How to measure, record and gate: knows nothing of layouts.
        .target(name: "BenchmarkKit", dependencies: ["CBenchmarkSupport"]),
        .target(name: "CBenchmarkSupport"),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["CollectionLayout", "Workloads", "BenchmarkKit"],
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
        .testTarget(name: "WorkloadsTests", dependencies: ["Workloads", "LayoutTestSupport"]),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], exclude: ["Golden"]),
        .testTarget(
            name: "benchmarksTests",
            dependencies: ["benchmarks", "BenchmarkKit", "CollectionLayout", "Workloads"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
