import CollectionLayout
import Foundation
import LayoutTestSupport
import Testing
import Workloads

/// Random programs of all that views and apps do to an engine.
@Suite struct EngineProgramTests {
    /// Programs of all layouts together; more by the environment variable ENGINE_PROGRAMS.
    private static let count = ProcessInfo.processInfo.environment["ENGINE_PROGRAMS"].flatMap(Int.init) ?? 300

    /// The oracle's engine keeps its promises, and the engines of all strategies say what it says.
    @Test(arguments: LayoutVariants.all.indices)
    func allStrategiesAgree(_ index: Int) throws {
        let all = LayoutVariants.all
        try forAll(count: (Self.count + all.count - 1) / all.count) { random in
            var random = SplitMix64(seed: random.next() &+ UInt64(index))
            return EngineProgram([all[index], all[random.index(below: all.count)]], &random, actions: 30)
        } shrinks: {
            $0.shrinks
        } check: {
            let run = try EngineRun($0)
            for strategy in CacheStrategy.all where strategy.id != CacheStrategy.oracle.id {
                try Self.compare(strategy.make(), run, strategy.id)
            }
        }
    }

    private static func compare<Cache: AttributeCache>(_ cache: Cache, _ run: EngineRun, _ name: String) throws {
        var engine = try CollectionLayoutEngine<Cache>(run.content, bounds: run.bounds)
        for (step, expected) in zip(run.steps, run.answers) {
            var error: LayoutError?
            do throws(LayoutError) { try engine.take(step) } catch let thrown { error = thrown }
            let answer = engine.answer(error)
            try check(answer == expected, "\(name) after \(step): \(answer), expected \(expected)")
        }
    }
}
