import BenchmarkKit

/// Work added on purpose, so that a self-test can tell whether the gate finds it.
enum Injection: String, CaseIterable {
    /// One allocation more a query.
    case allocation
    /// One node visited more a query.
    case node
    /// Some 30 instructions more in 64 queries: less than a thousandth.
    case instructions

    /// What a report calls it.
    var title: String {
        switch self {
        case .allocation: "1 allocation a query"
        case .node: "1 node a query"
        case .instructions: "30 instructions"
        }
    }

    /// Allocates and frees a block.
    static func allocate() {
        let block = UnsafeMutableRawPointer.allocate(byteCount: Int(opaque(UInt64(64))), alignment: 16)
        block.storeBytes(of: 1, as: UInt8.self)
        keep(UInt64(UInt(bitPattern: block)))
        block.deallocate()
    }

    /// Executes some 30 instructions.
    static func burnInstructions() {
        for value in 0..<2 as Range<UInt64> { keep(opaque(value)) }
    }
}
