import Basics
import Networking
import Workspaces

/// How a parameter's value is serialized: the table "Style Examples" of OpenAPI 3.1, and the collection formats of
/// Swagger 2.0.
struct ParameterStyle: Hashable {
  enum Kind: String {
    case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject
    /// `tsv` in Swagger 2.0.
    case tabDelimited
    /// Like `form` without encoding (3.2).
    case cookie
  }

  var kind: Kind
  var explodes: Bool
  var allowsReserved: Bool

  init(_ kind: Kind, explodes: Bool = false, allowsReserved: Bool = false) {
    self.kind = kind
    self.explodes = explodes
    self.allowsReserved = allowsReserved
  }

  /// The style of a parameter or encoding, with the defaults of its place.
  init(_ node: JSONValue, in place: String) {
    let standard: Kind = place == "path" || place == "header" ? .simple : .form
    kind = node["style"]?.string.flatMap(Kind.init) ?? standard
    explodes = node["explode"]?.bool ?? (kind == .form || kind == .cookie)
    allowsReserved = node["allowReserved"]?.bool ?? false
  }

  /// The separator in a list that is one text.
  var delimiter: String {
    switch kind {
    case .spaceDelimited: " "
    case .pipeDelimited: "|"
    case .tabDelimited: "\t"
    default: ","
    }
  }

  /// The name and value of each row of a query or cookie, encoded as sent.
  func pairs(_ name: String, _ value: JSONValue?) -> [QueryText.Pair] {
    let own = QueryEncoding.name(name)
    switch value ?? .null {
    case .array(let items) where kind == .deepObject || isExploded:
      return items.isEmpty ? [.init(own, "")] : items.map { .init(own, encoded($0)) }
    case .object(let members) where kind == .deepObject:
      return members.isEmpty
        ? [.init(own, "")] : members.flatMap { deep("\(own)[\(QueryEncoding.name($0.name))]", $0.value) }
    case .object(let members) where isExploded:
      return members.isEmpty ? [.init(own, "")] : members.map { .init(QueryEncoding.name($0.name), encoded($0.value)) }
    case .array, .object:
      return [.init(own, Self.flat(value).map { encoded($0) }.joined(separator: QueryEncoding.delimiter(delimiter)))]
    case let other: return [.init(own, encoded(other))]
    }
  }

  /// The value of a header, which is not encoded (3.1.1, "Common Fixed Fields").
  func text(_ value: JSONValue?) -> String {
    if case .object(let members) = value ?? .null, explodes {
      return members.map { "\($0.name)=\(ForeignText.scalar($0.value))" }.joined(separator: delimiter)
    }
    return Self.flat(value).map { ForeignText.scalar($0) }.joined(separator: delimiter)
  }

  /// The specification does not define `explode` for delimited styles; the values become rows.
  private var isExploded: Bool { explodes && kind != .simple && kind != .label && kind != .matrix }

  /// Nested objects, which the specification does not define, in their usual form.
  private func deep(_ name: String, _ value: JSONValue) -> [QueryText.Pair] {
    switch value {
    case .array(let items): items.map { .init(name, encoded($0)) }
    case .object(let members): members.flatMap { deep("\(name)[\(QueryEncoding.name($0.name))]", $0.value) }
    default: [.init(name, encoded(value))]
    }
  }

  private func encoded(_ value: JSONValue) -> String {
    let text = ForeignText.scalar(value)
    return kind == .cookie ? text : QueryEncoding.value(text, keepsReserved: allowsReserved)
  }

  /// The values in a row; for an object each name, then its value.
  static func flat(_ value: JSONValue?) -> [JSONValue] {
    switch value {
    case nil, .null: []
    case .array(let items): items
    case .object(let members): members.flatMap { [.string($0.name), $0.value] }
    case let other?: [other]
    }
  }
}
