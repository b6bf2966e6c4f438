import CollectionLayout
import Testing

@Suite struct FlatArrayTests {
    @Test func copiesShareUntilOneIsWritten() {
        var first = FlatArray([1, 2, 3, 4])
        let second = first
        #expect(first.elements.baseAddress == second.elements.baseAddress)
        first.writable[2] = 30
        #expect(first.array == [1, 2, 30, 4])
        #expect(second.array == [1, 2, 3, 4])
        #expect(first.elements.baseAddress != second.elements.baseAddress)
    }

    @Test func aSoleOwnerWritesInPlace() {
        var array = FlatArray(repeating: 7.5, count: 100)
        let address = array.elements.baseAddress
        for index in 0..<100 { array.writable[index] = Double(index) }
        #expect(array.elements.baseAddress == address)
        #expect(array.array == (0..<100).map(Double.init))
    }

    @Test func eachCopyIsItsOwn() {
        var copies = [FlatArray<Int>](repeating: FlatArray(repeating: 0, count: 8), count: 5)
        for index in copies.indices { copies[index].writable[index] = index + 1 }
        for index in copies.indices {
            #expect(copies[index].elements.reduce(0, +) == index + 1)
            #expect(copies[index][index] == index + 1)
        }
    }

    @Test func countsAndBytes() {
        #expect(FlatArray<Double>().count == 0 && FlatArray<Double>().byteCount == 0)
        #expect(FlatArray<Rect>(repeating: .zero, count: 3).byteCount == 96)
        #expect(FlatArray<UInt16>(uninitialized: 5).byteCount == 10)
        var empty = FlatArray<Int>()
        #expect(empty.writable.count == 0 && empty.elements.isEmpty)
        #expect(FlatArray((0..<9).reversed()).array == Array((0..<9).reversed()))
    }

    @Test func sharedMemoryOutlivesItsFirstOwner() {
        func make() -> FlatArray<Int> {
            let array = FlatArray(0..<1000)
            let copy = array
            return copy
        }
        let array = make()
        #expect(array.elements.reduce(0, +) == 499_500)
    }
}

extension FlatArray {
    /// The elements, copied: ``elements`` of a temporary value is gone before it is read.
    var array: [Element] { (0..<count).map { self[$0] } }
}
