/// The numbers that describe an item, up to four; what they mean is the layout's affair.
///
/// Written as an array: `[60]` for a list, `[120, 40]` for a flow. How many it takes the layout says, by
/// ``SectionFold/valueNames``; an edit that brings more or fewer throws.
public struct ItemValue: Hashable, Sendable, BitwiseCopyable {
    /// Those that there are, then zeros.
    @usableFromInline var numbers: SIMD4<Double>
    /// How many numbers were given: more than four can be, of which only the first ones are kept.
    @inlinable
    public var count: Int { given }
    @usableFromInline var given: Int

    /// The numbers that were given, the first four of them.
    @inlinable
    public var values: [Double] { (0..<min(count, Self.largestCount)).map { numbers[$0] } }

    /// The most numbers that a layout may ask for.
    public static let largestCount = 4

    /// As many numbers as an item of the layout takes.
    @inlinable
    public init(_ values: some Collection<Double>) {
        var numbers = SIMD4<Double>.zero
        for (index, value) in values.prefix(Self.largestCount).enumerated() { numbers[index] = value }
        self.init(numbers, count: values.count)
    }

    /// The first ones of four numbers.
    @inline(__always)
    @usableFromInline
    init(_ numbers: SIMD4<Double>, count: Int) {
        self.numbers = numbers
        given = count
    }

    /// One of the numbers: 0 where none was given. One that is set counts as given, as do those before it.
    ///
    /// - Precondition: the index is 0 to 3.
    @inlinable
    public subscript(index: Int) -> Double {
        get { numbers[index] }
        set {
            numbers[index] = newValue
            given = max(given, index + 1)
        }
    }
}

extension ItemValue: ExpressibleByArrayLiteral {
    /// As many numbers as an item of the layout takes.
    @inlinable
    public init(arrayLiteral values: Double...) { self.init(values) }
}
