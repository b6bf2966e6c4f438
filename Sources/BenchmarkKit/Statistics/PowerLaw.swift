import Foundation

/// How a cost grows with the size: cost ≈ factor · size^exponent.
public struct PowerLaw: Sendable, Equatable {
    /// The exponent: about 0 for constant and logarithmic costs, 1 for linear ones.
    public let exponent: Double
    /// The cost at size 1.
    public let factor: Double

    /// Fits a line to the logarithms by least squares; nil where fewer than two sizes have a positive cost. O(n).
    public init?(_ points: [(size: Double, cost: Double)]) {
        let logs = points.filter { $0.size > 0 && $0.cost > 0 }.map { (x: log($0.size), y: log($0.cost)) }
        let n = Double(logs.count)
        let meanX = logs.reduce(0) { $0 + $1.x } / n
        let meanY = logs.reduce(0) { $0 + $1.y } / n
        let spread = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard logs.count >= 2, spread > 0 else { return nil }
        exponent = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
        factor = exp(meanY - exponent * meanX)
    }

    /// The cost at a size.
    public func cost(at size: Double) -> Double { factor * pow(size, exponent) }
}
