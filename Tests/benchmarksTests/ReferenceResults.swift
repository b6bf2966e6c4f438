import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// The committed reference results, read once for all tests: they are long.
enum ReferenceResults {
    static let folder = ReleaseBuild.packagePath + "/results/reference"

    static let paths: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(ResultFile.isNamed).sorted().map { "\(folder)/\($0)" }
    }()

    private static let read = Result { try ReportFiles(reading: paths) { Issue.record("\($0)") } }

    /// All of them, as a report takes them.
    static func files() throws -> ReportFiles { try read.get() }

    private static let page = read.map { ReportPage($0).html }

    /// The page of all of them.
    static func html() throws -> String { try page.get() }
}
