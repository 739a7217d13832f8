package import Basics

/// Reads our JSON; a value of the wrong type is reported by its JSON pointer and omitted.
package struct NeutralReader {
  package var notices: [Notice] = []

  package init() {}

  package mutating func report(_ place: String, _ message: String) { notices.warn(place, message) }

  /// The value if it has the expected type; `nil` is reported.
  private mutating func known<Value>(_ value: Value?, _ what: String, at place: String) -> Value? {
    if value == nil { report(place, "this is \(what): left out") }
    return value
  }

  mutating func text(_ value: JSONValue, at place: String) -> String? { known(value.string, "not a text", at: place) }

  mutating func flag(_ value: JSONValue, at place: String) -> Bool? {
    known(value.bool, "neither true nor false", at: place)
  }

  mutating func number(_ value: JSONValue, at place: String) -> Double? {
    known(value.double.flatMap { $0.isFinite ? $0 : nil }, "not a number", at: place)
  }

  mutating func list(_ value: JSONValue, at place: String) -> [(place: String, node: JSONValue)]? {
    known(value.array, "not a list", at: place)?.enumerated().map { ("\(place)/\($0.offset)", $0.element) }
  }
}

/// The members of an object; an absent or null one is `nil`.
extension NeutralReader {
  package mutating func optional(_ node: JSONValue, _ name: String, at place: String) -> String? {
    member(node, name).flatMap { text($0, at: "\(place)/\(name)") }
  }

  package mutating func text(_ node: JSONValue, _ name: String, at place: String) -> String {
    optional(node, name, at: place) ?? ""
  }

  package mutating func flag(_ node: JSONValue, _ name: String, at place: String) -> Bool? {
    member(node, name).flatMap { flag($0, at: "\(place)/\(name)") }
  }

  package mutating func list(_ node: JSONValue, _ name: String, at place: String) -> [(place: String, node: JSONValue)]
  {
    member(node, name).flatMap { list($0, at: "\(place)/\(name)") } ?? []
  }

  package mutating func texts(_ node: JSONValue, _ name: String, at place: String) -> [String]? {
    node[name] == nil ? nil : list(node, name, at: place).compactMap(\.node.string)
  }

  private func member(_ node: JSONValue, _ name: String) -> JSONValue? {
    node[name].flatMap { $0 == .null ? nil : $0 }
  }
}
