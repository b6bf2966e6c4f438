@testable import BenchmarkKit
import Foundation
import Testing

/// Statistics against SciPy's values: `scripts/reference-statistics.py`.
@Suite struct ReferenceStatisticsTests {
    @Test func agreeWithSciPy() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/statistics.csv").path
        let records = try CSVReader.records(
            TextFile.read(path), file: "statistics.csv", columns: ["function", "a", "b", "c", "value"])
        #expect(records.count > 150)
        for record in records {
            let expected = try record.number("value")
            let got = try value(
                record.text("function"), record.number("a"), record.number("b"), record.number("c"))
            let error = abs(got - expected) / max(abs(expected), 1e-3)
            #expect(error < 1e-5, "\(record.text("function")) of line \(record.line): got \(got), expected \(expected)")
        }
    }

    private func value(_ function: String, _ a: Double, _ b: Double, _ c: Double) throws -> Double {
        switch function {
        case "beta": IncompleteBeta.value(a, b, c)
        case "t-cdf": StudentT.cumulative(a, degrees: b)
        case "t-quantile": StudentT.quantile(a, degrees: b)
        case "clopper-pearson-lower": ProportionInterval.clopperPearson(Int(a), of: Int(b), confidence: c).lower
        case "clopper-pearson-upper": ProportionInterval.clopperPearson(Int(a), of: Int(b), confidence: c).upper
        case "wilson-lower": ProportionInterval.wilson(Int(a), of: Int(b), confidence: c).lower
        case "wilson-upper": ProportionInterval.wilson(Int(a), of: Int(b), confidence: c).upper
        case "signed-rank-center": RatioEstimate(sample(Int(a)), confidence: b).logRatio
        case "signed-rank-lower": RatioEstimate(sample(Int(a)), confidence: b).lower
        case "signed-rank-upper": RatioEstimate(sample(Int(a)), confidence: b).upper
        default: throw UsageError("unknown function \(function)")
        }
    }

    private func sample(_ count: Int) -> [Double] {
        var state = 1
        return (0..<count).map { _ in
            state = state * 1_103_515_245 % 2_147_483_648 + 12345
            return Double(state % 1000) / 10000
        }
    }
}
