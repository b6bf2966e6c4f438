/// libFuzzer's entry for edit programs: whatever edits are applied, valid or not, all strategies answer as the oracle
/// does. Compiled into the module of the engine by `scripts/fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEdits(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var reader = ByteReader(bytes, count)
    let datasets = Dataset.every
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
        let change = reader.change(of: oracle.content)
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

    /// An edit, whose places and values may be wrong.
    mutating func change(of content: Content) -> Change {
        let kind = byte() % 11
        let section = index(content.sections.count)
        let count = section < content.sections.count ? Int(content.sections[section].count) : 0
        let item = index(count)
        switch kind {
        case 0: return .insertItems(section: section, at: item, items())
        case 1: return .deleteItems(section: section, item..<item + index(count - min(item, count)))
        case 2: return .moveItem(from: LayoutIndexPath(item: item, section: section), to: path(content))
        case 3: return .insertSection(at: section, description(content))
        case 4: return .deleteSection(at: section)
        case 5: return .moveSection(from: section, to: index(content.sections.count))
        case 6: return .replaceSection(at: section, with: description(content))
        case 7:
            let size = Size(width: 1, height: number())
            return byte() % 2 == 0
                ? .resizeSection(at: section, header: size) : .resizeSection(at: section, footer: size)
        default:
            let isThere = item < count
            var value = isThere ? content.value(section: section, item: item) : [1, 1, 1, 1]
            value[Int(byte()) % 4] = number()
            return .resize(section: section, item: item, to: value)
        }
    }

    /// Mostly one of `count`, or one more.
    private mutating func index(_ count: Int) -> Int { Int(byte()) % (count + 2) }

    private mutating func path(_ content: Content) -> LayoutIndexPath {
        let section = index(content.sections.count)
        let count = section < content.sections.count ? Int(content.sections[section].count) : 0
        return LayoutIndexPath(item: index(count), section: section)
    }

    private mutating func items() -> NewItems {
        let shape = byte()
        let count = Int(shape / 8) % 8
        let width = 1 + Int(shape % 4)
        guard shape % 8 < 4 else { return .uniform(count: count, value: (0..<width).map { _ in number() }) }
        return .each(count: count, values: (0..<width * count).map { _ in number() })
    }

    private mutating func description(_ content: Content) -> SectionDescription {
        let frame = byte()
        // Some bring a layout, which the content may have.
        let layouts = NamedLayout.all
        return SectionDescription(
            layout: frame & 8 == 0
                ? .index(index(content.layouts.count)) : .layout(layouts[Int(byte()) % layouts.count].make()),
            items: items(),
            header: frame & 1 == 0 ? .zero : Size(width: number(), height: number()),
            footer: frame & 2 == 0 ? .zero : Size(width: number(), height: number()),
            background: frame & 4 == 0 ? nil : ElementKind("decoration-0"))
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
