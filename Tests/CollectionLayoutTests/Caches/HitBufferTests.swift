import CollectionLayout
import Testing

@Suite struct HitBufferTests {
    private func fill(_ buffer: inout HitBuffer, _ items: some Sequence<Int>) {
        for item in items {
            buffer.reserve(1)
            buffer.put(ElementID(section: 0, item: item), .zero, if: true)
        }
    }

    @Test func growsAndKeepsWhatItHas() {
        var buffer = HitBuffer(capacity: 0)
        fill(&buffer, 0..<1000)
        #expect(buffer.count == 1000)
        #expect(buffer.ids.map { Int($0.item) } == Array(0..<1000))
        #expect(buffer[999].item == 999)
        var items: [Int] = []
        buffer.forEach { items.append(Int($0.item)) }
        #expect(items == Array(0..<1000) && !buffer.isEmpty)
        buffer.removeAll()
        buffer.forEach { _ in Issue.record("there are no elements") }
        #expect(buffer.isEmpty && buffer.count == 0 && buffer.ids.isEmpty && buffer.checksum == 0)
    }

    @Test func whatIsNoHitIsNotKept() {
        var buffer = HitBuffer(capacity: 1)
        buffer.reserve(10)
        for item in 0..<10 { buffer.put(ElementID(section: 0, item: item), .zero, if: item % 3 == 0) }
        #expect(buffer.ids.map(\.item) == [0, 3, 6, 9])
    }

    @Test func theChecksumDoesNotDependOnTheOrder() {
        var forwards = HitBuffer()
        var backwards = HitBuffer()
        var other = HitBuffer()
        fill(&forwards, 0..<50)
        fill(&backwards, (0..<50).reversed())
        fill(&other, 1..<51)
        #expect(forwards.checksum == backwards.checksum && forwards.checksum != other.checksum)
        fill(&backwards, 0..<1)
        #expect(forwards.checksum != backwards.checksum)
    }
}
