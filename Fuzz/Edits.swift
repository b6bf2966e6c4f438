/// libFuzzer's entry for edit programs: whatever resizes are applied, valid or not, all strategies answer as the oracle
/// does. Compiled into the module of the engine by `scripts/fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEdits(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var reader = ByteReader(bytes, count)
    let datasets = Dataset.all + Dataset.adversarial
    let dataset = datasets[Int(reader.byte()) % datasets.count]
    let n = 1 + Int(reader.byte()) / 4
    guard let content = try? dataset.make(min(n, dataset.largestCount), UInt64(reader.byte())) else { return 0 }
    var oracle = FullArrayCache()
    guard (try? oracle.prepare(content)) != nil else { return 0 }
    for strategy in CacheStrategy.all { run(strategy.make(), content, oracle, reader, strategy.id) }
    return 0
}

private func run(
    _ cache: some AttributeCache, _ content: Content, _ oracle: FullArrayCache, _ reader: ByteReader, _ name: String
) {
    var (cache, oracle, reader) = (cache, oracle, reader)
    guard (try? cache.prepare(content)) != nil else { fatalError("\(name) refuses what the oracle prepares") }
    while reader.hasMore {
        let section = Int(reader.byte()) % (content.sections.count + 1)
        let item = Int(reader.byte())
        let isThere = section < content.sections.count && item < Int(content.sections[section].count)
        var value = isThere ? content.value(section: section, item: item) : ItemValue(repeating: 1)
        value[Int(reader.byte()) % 4] = reader.number()
        let change = Change.resize(section: section, item: item, to: value)
        let isApplied = (try? oracle.apply(change)) != nil
        precondition(((try? cache.apply(change)) != nil) == isApplied, "\(name) and the oracle differ on \(change)")
        let size = oracle.contentSize
        let y = size.height * Double(reader.byte()) / 255
        let viewport = Rect(x: 0, y: y - 100, width: size.width, height: 10 + Double(reader.byte()) * 4)
        if let difference = Difference(between: cache, and: oracle, in: viewport) {
            fatalError("\(name) differs from the oracle in \(viewport): \(difference)")
        }
    }
}

/// Bytes in order, zeros after the last.
private struct ByteReader {
    private let bytes: UnsafePointer<UInt8>
    private let count: Int
    private var position = 0

    init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        self.bytes = bytes
        self.count = count
    }

    var hasMore: Bool { position < count }

    mutating func byte() -> UInt8 {
        guard position < count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// Mostly lengths, now and then something that is none.
    mutating func number() -> Double {
        let kind = byte()
        switch kind {
        case 0: return .nan
        case 1: return .infinity
        case 2: return -1
        case 3: return 1e13
        case 4: return 0
        default: return Double(kind) + Double(byte()) / 256
        }
    }
}
