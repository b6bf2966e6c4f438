/// Command lines as people paste them into a shell.
enum CommandLineText {
    /// The arguments separated by spaces; those that a shell would read otherwise are in quotes. O(length).
    static func joined(_ arguments: [String]) -> String {
        arguments.map(quoted).joined(separator: " ")
    }

    /// The arguments without some options and their values. O(length).
    static func leaving(out names: [String], of arguments: [String]) -> [String] {
        var kept: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if names.contains(where: { argument == "--" + $0 }) {
                _ = rest.popFirst()
            } else if !names.contains(where: { argument.hasPrefix("--\($0)=") }) {
                kept.append(argument)
            }
        }
        return kept
    }

    private static func quoted(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./,:=+@%".utf8.contains(byte)
            }
        }
        guard !isPlain || argument.isEmpty else { return argument }
        // Nothing is special within single quotes, and they cannot be written there.
        return "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
