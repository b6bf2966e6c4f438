/// The greatest value in each of some windows, each of which begins one value behind the one before it and ends no earlier.
///
/// All windows together take O(values), but for those that end among the values at which windows begin.
struct MovingMaximum: ~Copyable {
    /// The greatest of the values at which windows begin, from each of them on.
    private let tails: UnsafeMutablePointer<Double>
    private let begins: Range<Int>
    /// The greatest of the values behind them, as far as they have been looked at.
    private var behind = 0.0
    private var end: Int

    /// Looks at the values at which windows begin.
    ///
    /// - Parameters:
    ///   - begins: Their numbers.
    ///   - value: The value of a number, which is not negative.
    @inline(__always)
    init(_ begins: Range<Int>, of value: (Int) -> Double) {
        self.begins = begins
        end = begins.upperBound
        tails = .allocate(capacity: begins.count)
        var greatest = 0.0
        for number in begins.reversed() {
            greatest = larger(value(number), greatest)
            (tails + (number &- begins.lowerBound)).initialize(to: greatest)
        }
    }

    deinit { tails.deallocate() }

    /// The greatest value in a window, which begins behind the one that was asked for before.
    @inline(__always)
    mutating func callAsFunction(in window: Range<Int>, of value: (Int) -> Double) -> Double {
        guard window.upperBound >= begins.upperBound else { return window.reduce(0) { larger(value($1), $0) } }
        while end < window.upperBound {
            behind = larger(value(end), behind)
            end &+= 1
        }
        return larger(tails[window.lowerBound &- begins.lowerBound], behind)
    }
}
