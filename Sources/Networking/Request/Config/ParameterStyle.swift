public import Basics

/// How values that are not plain text become query items or form fields. Servers differ, so there is no right one.
public struct ParameterStyle: Hashable, Sendable {
  /// How an array is written.
  public enum Arrays: Hashable, Sendable {
    /// `a=1&a=2`
    case repeated
    /// `a[]=1&a[]=2`
    case brackets
    /// `a=1,2`
    case commas
    /// `a[0]=1&a[1]=2`
    case indexed
  }

  /// How a boolean is written.
  public enum Booleans: Hashable, Sendable {
    /// `true` and `false`
    case literal
    /// `1` and `0`
    case number
  }

  /// Default `.repeated`.
  public var arrays: Arrays
  /// Default `.literal`.
  public var booleans: Booleans

  /// By default `a=1&a=2` and `true`.
  public init(arrays: Arrays = .repeated, booleans: Booleans = .literal) {
    self.arrays = arrays
    self.booleans = booleans
  }

  /// The name-value pairs for a value: one for a plain value, none for `null`, `name[key]` for the members of an
  /// object.
  func rows(_ name: String, _ value: JSONValue) -> [(name: String, value: String)] {
    switch value {
    case .null: return []
    case .bool, .number, .string: return [(name, text(value))]
    case .object(let members): return members.flatMap { rows("\(name)[\($0.name)]", $0.value) }
    case .array(let items):
      switch arrays {
      case .repeated: return items.flatMap { rows(name, $0) }
      case .brackets: return items.flatMap { rows(name + "[]", $0) }
      case .indexed: return items.enumerated().flatMap { rows("\(name)[\($0.offset)]", $0.element) }
      case .commas: return items.isEmpty ? [] : [(name, items.map(text).joined(separator: ","))]
      }
    }
  }

  private func text(_ value: JSONValue) -> String {
    switch value {
    case .bool(let flag): booleans == .literal ? (flag ? "true" : "false") : (flag ? "1" : "0")
    case .string(let text): text
    case .null: ""
    default: value.text
    }
  }
}

extension Query {
  /// Adds the items for `value` in that style.
  public mutating func append(_ name: String, _ value: JSONValue, style: ParameterStyle = ParameterStyle()) {
    for row in style.rows(name, value) { append(row.name, row.value) }
  }
}

extension Form {
  /// Adds the fields for `value` in that style.
  public mutating func append(_ name: String, _ value: JSONValue, style: ParameterStyle = ParameterStyle()) {
    for row in style.rows(name, value) { append(row.name, row.value) }
  }

  /// The members of a value as fields in that style.
  /// - Throws: `RequestError.body` if it cannot be encoded or is not an object.
  public init(encoding value: some Encodable, style: ParameterStyle = ParameterStyle()) throws(RequestError) {
    self.init()
    guard case .object(let members) = try JSONValue(encoding: value) else {
      throw .body("a form needs named values; \(type(of: value)) does not encode as an object")
    }
    for member in members { append(member.name, member.value, style: style) }
  }
}
