/// Unified diffs of threshold files: both sides are sorted by key, so that a merge finds the differences.
enum SortedPatch {
    /// A unified diff without context lines of two lists that ascend by key, each below the header; empty where they are
    /// equal. O(n).
    static func text(path: String, from old: [Threshold], to new: [Threshold]) -> String {
        var hunks = ""
        var i = 0
        var j = 0
        while i < old.count || j < new.count {
            let oldStart = i
            let newStart = j
            // A hunk lasts until a line that both sides have.
            while i < old.count || j < new.count {
                if i < old.count, j < new.count, old[i].key == new[j].key {
                    if old[i] == new[j] { break }
                    i += 1
                    j += 1
                } else if j == new.count || (i < old.count && old[i].key < new[j].key) {
                    i += 1
                } else {
                    j += 1
                }
            }
            if i == oldStart, j == newStart {
                i += 1
                j += 1
                continue
            }
            hunks += "@@ -\(range(oldStart..<i)) +\(range(newStart..<j)) @@\n"
            for threshold in old[oldStart..<i] { hunks += "-" + CSV.line(threshold.fields) }
            for threshold in new[newStart..<j] { hunks += "+" + CSV.line(threshold.fields) }
        }
        return hunks.isEmpty ? "" : "--- a/\(path)\n+++ b/\(path)\n" + hunks
    }

    /// The diff that makes a file, header and all.
    static func text(path: String, making file: ThresholdFile) -> String {
        let lines = file.text.split(separator: "\n")
        return "--- /dev/null\n+++ b/\(path)\n@@ -0,0 +1,\(lines.count) @@\n" + lines.map { "+\($0)\n" }.joined()
    }

    /// Lines count from 1, and the header is the first. An empty range is written as the line before it.
    private static func range(_ range: Range<Int>) -> String {
        if range.isEmpty { return "\(range.lowerBound + 1),0" }
        return range.count == 1 ? "\(range.lowerBound + 2)" : "\(range.lowerBound + 2),\(range.count)"
    }
}
