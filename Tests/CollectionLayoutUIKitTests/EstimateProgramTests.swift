import CollectionLayoutUIKit
import LayoutTestSupport
import Testing
import Workloads

#if !canImport(UIKit) && !canImport(AppKit)
    /// Whatever happens to a view while lengths are estimated, it shows what the layout says.
    @MainActor
    @Suite struct EstimateProgramTests {
        @Test func randomPrograms() throws {
            try forAll(count: 60) { random in
                EstimateProgram(&random, steps: 40)
            } shrinks: {
                $0.shrinks
            } check: { program in
                let world = try EstimateWorld(program)
                for step in program.steps { try world.run(step) }
                try world.finish()
            }
        }
    }
#endif
