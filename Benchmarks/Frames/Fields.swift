import BenchmarkKit
import CollectionLayout

/// The members of a JSON object, with errors that say where it stands.
struct Fields {
    let members: [String: JSONValue]
    /// For messages: `case 'flow-0', section 2`.
    let place: String
    private let known = Names()

    /// The names that were asked for.
    private final class Names {
        var names: Set<String> = []
    }

    init(_ value: JSONValue, place: String) throws(InputError) {
        guard case .object(let members) = value else {
            throw InputError("\(place): got \(value.kind), expected an object")
        }
        self.members = members
        self.place = place
    }

    func has(_ name: String) -> Bool {
        known.names.insert(name)
        return members[name] != nil
    }

    /// Throws if there is a member that nothing has asked for: a slip of the pen would else be a default in silence.
    func checkNames() throws(InputError) {
        guard let stranger = members.keys.sorted().first(where: { !known.names.contains($0) }) else { return }
        let names = known.names.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw InputError("\(place): unknown key '\(stranger)', expected one of \(names)")
    }

    /// Throws if a member that nothing has asked for is spelt nearly like one that was: in an object in which other members
    /// may stand, too.
    func checkSpelling(except others: Set<String>) throws(InputError) {
        for name in members.keys.sorted() where !known.names.contains(name) && !others.contains(name) {
            let unknown = UsageError.unknown("key", name, of: known.names.sorted())
            if unknown.suggestion != nil { throw InputError("\(place): \(unknown)") }
        }
    }

    func string(_ name: String, default value: String? = nil) throws(InputError) -> String {
        if !has(name), let value { return value }
        guard case .string(let text) = members[name] else { throw error(name, "a text") }
        return text
    }

    func number(_ name: String, default value: Double? = nil) throws(InputError) -> Double {
        if !has(name), let value { return value }
        guard case .number(let number) = members[name] else { throw error(name, "a number") }
        return number
    }

    func flag(_ name: String, default value: Bool) throws(InputError) -> Bool {
        guard has(name) else { return value }
        guard case .bool(let flag) = members[name] else { throw error(name, "true or false") }
        return flag
    }

    /// A case shows all that it has: of more than this it could only be a slip of the pen, for which there is no memory.
    private static let largestCount = 1_000_000

    func count(_ name: String, default value: Int? = nil) throws(InputError) -> Int {
        if !has(name), let value { return value }
        guard let count = Int(exactly: try number(name)), (0...Self.largestCount).contains(count) else {
            throw error(name, "a whole number from 0 to \(Self.largestCount)")
        }
        return count
    }

    func array(_ name: String, count: Int? = nil) throws(InputError) -> [JSONValue] {
        guard has(name), case .array(let values) = members[name] else { throw error(name, "an array") }
        if let count, values.count != count {
            throw InputError("\(place): '\(name)' has \(values.count) entries, expected \(count)")
        }
        return values
    }

    /// An array of numbers.
    func numbers(_ name: String, count: Int? = nil) throws(InputError) -> [Double] {
        try values(name, count, "a number") { if case .number(let number) = $0 { number } else { nil } }
    }

    /// An array of true and false, as 1 and 0.
    func flags(_ name: String, count: Int? = nil) throws(InputError) -> [Double] {
        try values(name, count, "true or false") { if case .bool(let flag) = $0 { flag ? 1 : 0 } else { nil } }
    }

    private func values(
        _ name: String, _ count: Int?, _ expected: String, _ read: (JSONValue) -> Double?
    ) throws(InputError) -> [Double] {
        var values: [Double] = []
        for (index, value) in try array(name, count: count).enumerated() {
            guard let number = read(value) else {
                throw InputError("\(place): '\(name)' entry \(index): got \(value.kind), expected \(expected)")
            }
            values.append(number)
        }
        return values
    }

    /// An array of arrays with a number for each of some parts, all in one list.
    func tuples(_ name: String, of parts: [String], count: Int? = nil) throws(InputError) -> [Double] {
        var numbers: [Double] = []
        for (index, value) in try array(name, count: count).enumerated() {
            let entry = try Fields(.object(["it": value]), place: "\(place), '\(name)' entry \(index)")
            guard let tuple = try? entry.numbers("it", count: parts.count) else {
                throw InputError("\(entry.place): expected [\(parts.joined(separator: ", "))]")
            }
            numbers += tuple
        }
        return numbers
    }

    /// An array of objects.
    func objects(_ name: String) throws(InputError) -> [Fields] {
        var objects: [Fields] = []
        for (index, value) in try array(name).enumerated() {
            objects.append(try Fields(value, place: "\(place), '\(name)' entry \(index)"))
        }
        return objects
    }

    /// One of a list by its name.
    func named<T>(_ name: String, _ what: String, among all: [T], id: (T) -> String) throws(InputError) -> T {
        if let found = all.first(where: { id($0) == name }) { return found }
        let names = all.map { "'\(id($0))'" }.joined(separator: ", ")
        throw InputError("\(place): unknown \(what) '\(name)', expected one of \(names)")
    }

    /// `[width, height]`.
    func size(_ name: String, default value: Size? = nil) throws(InputError) -> Size {
        if !has(name), let value { return value }
        let numbers = try numbers(name, count: 2)
        return Size(width: numbers[0], height: numbers[1])
    }

    /// `[x, y]`.
    func point(_ name: String) throws(InputError) -> Point {
        let numbers = try numbers(name, count: 2)
        return Point(x: numbers[0], y: numbers[1])
    }

    /// `[x, y, width, height]`.
    func rect(_ name: String) throws(InputError) -> Rect {
        let numbers = try numbers(name, count: 4)
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// `[top, left, bottom, right]`.
    func insets(_ name: String) throws(InputError) -> EdgeInsets {
        guard has(name) else { return .zero }
        let numbers = try numbers(name, count: 4)
        return EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }

    /// One of an enumeration's names.
    func choice<T: RawRepresentable<String> & CaseIterable>(_ name: String, default value: T) throws(InputError) -> T {
        guard has(name) else { return value }
        let text = try string(name)
        guard let choice = T(rawValue: text) else {
            let names = T.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw InputError("\(place): '\(name)' is '\(text)', expected one of \(names)")
        }
        return choice
    }

    private func error(_ name: String, _ expected: String) -> InputError {
        let got = members[name].map { value in
            if case .number(let number) = value { "\(number)" } else { value.kind }
        }
        return InputError("\(place): '\(name)' is \(got ?? "not there"), expected \(expected)")
    }
}

extension JSONValue {
    /// What it is, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number, .literal: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    static func rect(_ rect: Rect) -> JSONValue {
        .array([.number(rect.x), .number(rect.y), .number(rect.width), .number(rect.height)])
    }

    static func size(_ size: Size) -> JSONValue { .array([.number(size.width), .number(size.height)]) }
}
