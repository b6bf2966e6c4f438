import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Random programs of all that views and apps do to an engine.
@Suite struct EngineProgramTests {
    /// The oracle's engine keeps its promises, and the engines of all strategies say what it says.
    @Test(arguments: LayoutVariants.all.indices)
    func allStrategiesAgree(_ index: Int) throws {
        let all = LayoutVariants.all
        try forAll(count: LayoutVariants.programCount("ENGINE_PROGRAMS", or: 300)) { random in
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
            let answer = engine.answer(to: step)
            try check(answer == expected, "\(name) after \(step): \(answer), expected \(expected)")
        }
    }
}
