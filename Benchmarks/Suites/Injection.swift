import BenchmarkKit

/// Work added on purpose, so that a self-test can tell whether the gate finds it.
enum Injection: String, CaseIterable {
    /// One allocation more a query.
    case allocation
    /// One node visited more a query.
    case node
    /// A thousandth more instructions, about.
    case instructions

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
