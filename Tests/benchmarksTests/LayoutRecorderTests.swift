import BenchmarkKit
import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import Testing

@testable import benchmarks

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// What the recorder for apps writes is what the executable reads.
    @MainActor
    @Suite struct LayoutRecorderTests {
        /// A calendar, which has decorations and headers of its own, under a list with header, footer and background.
        private func content() throws -> Content {
            var content = try Content(bounds: Size(width: 390, height: 500))
            let list = try content.addLayout(ListLayout(insets: EdgeInsets(all: 1.0 / 3), lineSpacing: 0.5))
            let calendar = try content.addLayout(CalendarWeekLayout())
            try content.appendSection(
                layout: list, values: (0..<40).map { 30 + Double($0) / 7 }, header: Size(width: 390, height: 44),
                footer: Size(width: 390, height: 20), background: .background)
            try content.appendSection(layout: calendar, values: [0, 8, 1, 3, 9.5, 2])
            return content
        }

        @Test func recordedFilesAreRead() throws {
            let content = try content()
            let layout = EngineLayout<FullArrayCache> { content }
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 390, height: 500), collectionViewLayout: layout)
            view.layoutIfNeeded()
            let folder = try Folder()
            let url = URL(fileURLWithPath: folder.path)
            let recorder = LayoutRecorder()
            try recorder.writeFrames(of: layout, to: url)
            let offsets = (0..<30).map { Double($0) * 12.3 }
            for offset in offsets {
                view.contentOffset = CGPoint(x: 0, y: offset)
                recorder.scrolled(to: view.bounds)
            }
            try recorder.writeViewports(to: url)

            let viewports = try ViewportsFile.viewports(folder.path + "/viewports.csv")
            #expect(viewports == offsets.map { Rect(x: 0, y: $0, width: 390, height: 500) })
            let input = try FramesFile.input(folder.path + "/frames.csv")
            #expect(input.fixedCount == 40 + 2 + 1 + 2 + 7 + 24)
            let frames = try input.make(0, 0)
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            var kinds: Set<String> = []
            for index in 0..<frames.itemCount {
                // Such as `header [0, 0]`; the calendar's own kinds get numbers in the order of the file.
                let name = input.describe(ElementID(section: 0, item: index))
                let value = frames.value(section: 0, item: index)
                let frame = Rect(x: value[0], y: value[1], width: value[2], height: value[3])
                kinds.insert(String(name.prefix { $0 != " " }))
                let id = elements(of: oracle).first { oracle.frame(of: $0) == frame }
                #expect(id.map { name.hasSuffix("[\($0.section), \($0.item)]") } == true, "\(name) at \(frame)")
                if let id, id.section == 0 { #expect(name.hasPrefix("\(id.kind) ")) }
            }
            #expect(kinds == ["cell", "header", "footer", "decoration-0", "supplementary-2", "supplementary-3"])

            let outcome = try Program.run([
                "--frames", folder.path + "/frames.csv", "--viewports", folder.path + "/viewports.csv", "--quick",
                "--budget", "10ms", "--path", folder.path + "/run.csv",
            ])
            #expect(outcome.code == 0, "\(outcome.error)")
            let hits = try ResultFile.read(folder.path + "/run.csv").filter { $0.key.metric == "hits" }
            #expect(hits.count == CacheStrategy.all.count && hits.allSatisfy { $0.samples == 30 && $0.value ?? 0 > 5 })
        }

        private func elements(of cache: FullArrayCache) -> [ElementID] {
            var hits = HitBuffer()
            cache.query(Rect(x: -1, y: -1, width: 1e6, height: 1e6), into: &hits)
            return hits.ids
        }
    }
#endif
