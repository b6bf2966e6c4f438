import BenchmarkKit
import Foundation
import Testing
import Workloads

@testable import benchmarks

@Suite struct ChartTests {
    private func axis(_ values: [Double], _ scale: ChartAxis.Scale = .logarithmic, spacing: Double = 40) -> ChartAxis {
        ChartAxis(scale, .count, holding: values, from: 0, to: 300, spacing: spacing)
    }

    @Test func decadesAreEquallyFarApart() {
        let axis = axis([1, 10, 1000])
        let places = [1, 10, 100, 1000].map(axis.position)
        let steps = zip(places, places.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 && $0 > 0 })
        #expect(places[0] > 0 && places[3] < 300)
        #expect(axis.ticks == [1, 10, 100, 1000])
    }

    @Test func ninesAreEquallyFarApart() {
        let axis = axis([0, 0.9, 0.99, 0.999], .nines)
        #expect([0, 0.9, 0.99, 0.999].map { (axis.position($0)).rounded() } == [0, 100, 200, 300])
        #expect(axis.ticks == [0, 0.5, 0.9, 0.99, 0.999])
    }

    @Test(arguments: [
        ([0.97, 1, 1.05], [0.95, 1, 1.05, 1.1]), ([34, 46], [35, 40, 45]), ([7, 7], [6.5, 7, 7.5]),
        ([1, 1e9], [1, 100, 10_000, 1_000_000, 100_000_000]),
    ])
    func ticksAreRoundAndNotTooMany(_ values: [Double], _ ticks: [Double]) {
        let axis = axis(values, spacing: 50)
        #expect(axis.ticks.count >= 2 && axis.ticks.count <= 8)
        #expect(axis.ticks.count >= ticks.count)
        #expect(axis.ticks.allSatisfy { (-1e-9...300.000001).contains(axis.position($0)) })
        for (got, expected) in zip(axis.ticks, ticks) {
            #expect(abs(got - expected) < 1e-9 * expected, "\(axis.ticks)")
        }
    }

    @Test(arguments: [
        (ChartAxis.Label.time, 1500.0, "1.5 µs"), (.time, 1e9, "1 s"), (.count, 100_000, "100k"), (.count, 5, "5"),
        (.bytes, 0.5, "0.5 B"), (.ratio, 0.95, "0.95"), (.part, 0.9999, "99.99%"), (.part, 0, "0%"),
        (.names(["a", "b"]), 1, "b"),
    ])
    func labelsAreShort(_ label: ChartAxis.Label, _ value: Double, _ text: String) {
        #expect(ChartAxis(.logarithmic, label, holding: [1, 2], from: 0, to: 1, spacing: 1).text(value) == text)
    }

    @Test func labelsKeepTheirDistanceAndOrder() {
        var random = SplitMix64(seed: 5)
        for count in 0..<20 {
            let places = (0..<count).map { _ in Double.random(in: -20...320, using: &random) }
            let moved = Chart.apart(places, distance: 13, in: 0...300)
            let order = places.indices.sorted { places[$0] < places[$1] }
            for (a, b) in zip(order, order.dropFirst()) { #expect(moved[b] - moved[a] >= 13 - 1e-9) }
            #expect(moved.allSatisfy { (0...300).contains($0) })
        }
        #expect(Chart.apart([10, 50], distance: 13, in: 0...300) == [10, 50])
    }

    /// However many lines there are, their names and those of the ticks stand within the chart, none over another.
    @Test(arguments: [1, 8, 24], [false, true]) func namesOfLinesStandInTheChart(_ count: Int, _ hasKey: Bool) throws {
        let series = (0..<count).map { index in
            LinePlot.Series(
                name: "line-\(index)", style: SeriesStyle(index: index),
                values: [0.5, 0.99999].map { LinePlot.Value(x: 10 * $0, y: $0, tip: "a value") })
        }
        let chart = LinePlot(
            id: "id", title: "title", note: "note", x: (.logarithmic, .time), y: (.nines, .part), series: series,
            hasKey: hasKey, origin: "", table: DataTable([])
        ).chart
        func texts(_ shape: String) throws -> [(x: Double, y: Double, text: Substring)] {
            try chart.content.matches(of: /<text class="([^"]*)" x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</)
                .filter { $0.1 == shape }
                .map { (try #require(Double($0.2)), try #require(Double($0.3)), $0.4) }
        }
        let names = try texts("tag")
        #expect(names.count == count && names.allSatisfy { (12...chart.size.height - 4).contains($0.y) })
        let places = names.map(\.y).sorted()
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= Chart.textSize })
        let ticks = try texts("note right")
        #expect(ticks.map(\.text) == ["50%", "90%", "99%", "99.9%", "99.99%", "99.999%"])
        for tick in ticks {
            // Letters of DejaVu Sans, broader than those of most systems, in parts of the size.
            let breadth = tick.text.reduce(0) { $0 + ($1 == "%" ? 0.95 : $1 == "." ? 0.318 : 0.636) }
            #expect(tick.x - breadth * Chart.textSize >= 0, "\(tick.text) begins left of the chart")
        }
    }

    @Test func fileNamesAreSafe() {
        #expect(Chart.id(["scaling", "", "a b/../ü", "99.9"]) == "scaling-a-b-..---99.9")
    }
}
