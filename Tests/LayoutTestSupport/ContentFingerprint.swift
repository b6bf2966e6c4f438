import CollectionLayout
import Workloads

/// A number that changes with any section, value, header, footer or decoration of a content. O(items).
public func fingerprint(of content: Content) -> UInt64 {
    var sum: UInt64 = 0
    func mix(_ bits: UInt64) {
        var generator = SplitMix64(seed: sum ^ bits)
        sum = generator.next()
    }
    for (index, section) in content.sections.enumerated() {
        mix(UInt64(section.count))
        mix(section.headerLength.bitPattern)
        mix(section.footerLength.bitPattern)
        mix(UInt64(section.background?.rawValue ?? .max))
        let width = content.fold(ofSection: index).valueNames.count
        for item in 0..<(section.isUniform ? min(Int(section.count), 1) : Int(section.count)) {
            let value = content.value(section: index, item: item)
            for number in 0..<width { mix(value[number].bitPattern) }
        }
    }
    return sum
}
