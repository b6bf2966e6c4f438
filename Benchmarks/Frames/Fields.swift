import BenchmarkKit
import CollectionLayout

/// The members of a JSON object, with errors that say where it stands.
struct Fields {
    let members: [String: JSONValue]
    /// For messages: `case 'flow-0', section 2`.
    let place: String

    init(_ value: JSONValue, place: String) throws(InputError) {
        guard case .object(let members) = value else {
            throw InputError("\(place): got \(value.kind), expected an object")
        }
        self.members = members
        self.place = place
    }

    func has(_ name: String) -> Bool { members[name] != nil }

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

    func count(_ name: String) throws(InputError) -> Int {
        guard let count = Int(exactly: try number(name)), (0...Content.largestCount).contains(count) else {
            throw error(name, "a whole number from 0 to \(Content.largestCount)")
        }
        return count
    }

    func array(_ name: String, count: Int? = nil) throws(InputError) -> [JSONValue] {
        guard case .array(let values) = members[name] else { throw error(name, "an array") }
        if let count, values.count != count {
            throw InputError("\(place): '\(name)' has \(values.count) entries, expected \(count)")
        }
        return values
    }

    /// An array of numbers.
    func numbers(_ name: String, count: Int? = nil) throws(InputError) -> [Double] {
        var numbers: [Double] = []
        for (index, value) in try array(name, count: count).enumerated() {
            guard case .number(let number) = value else {
                throw InputError("\(place): '\(name)' entry \(index): got \(value.kind), expected a number")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// `[width, height]`.
    func size(_ name: String, default value: Size? = nil) throws(InputError) -> Size {
        if !has(name), let value { return value }
        let numbers = try numbers(name, count: 2)
        return Size(width: numbers[0], height: numbers[1])
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
