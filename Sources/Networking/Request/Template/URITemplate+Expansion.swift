import Basics

extension URITemplate {
  /// How an expression begins, joins and encodes (RFC 6570, appendix A).
  enum Operator: String, Hashable, Sendable {
    case simple = ""
    case reserved = "+"
    case fragment = "#"
    case label = "."
    case path = "/"
    case parameter = ";"
    case query = "?"
    case continuation = "&"

    var first: String {
      switch self {
      case .simple, .reserved: ""
      default: rawValue
      }
    }

    var separator: String {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .query: "&"
      default: rawValue
      }
    }

    var isNamed: Bool { self == .parameter || self == .query || self == .continuation }
    /// Appended to a name whose value is empty.
    var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }
    var keepsReserved: Bool { self == .reserved || self == .fragment }
  }

  func expand(
    _ operation: Operator, _ variables: [Variable], _ values: [String: Value]
  ) throws(RequestError) -> String {
    var pieces: [String] = []
    for variable in variables {
      switch values[variable.name] {
      case nil: continue
      case .text(let text):
        let cut = variable.prefix.map { String(String.UnicodeScalarView(text.unicodeScalars.prefix($0))) } ?? text
        pieces.append(named(variable.name, encode(cut, operation), operation))
      case .list(let items):
        try refusePrefix(variable)
        if !items.isEmpty { pieces.append(list(items, variable, operation)) }
      case .pairs(let pairs):
        try refusePrefix(variable)
        if !pairs.isEmpty { pieces.append(map(pairs, variable, operation)) }
      }
    }
    return pieces.isEmpty ? "" : operation.first + pieces.joined(separator: operation.separator)
  }

  private func list(_ items: [String], _ variable: Variable, _ operation: Operator) -> String {
    let encoded = items.map { encode($0, operation) }
    guard variable.isExploded else { return named(variable.name, encoded.joined(separator: ","), operation) }
    return encoded.map { named(variable.name, $0, operation) }.joined(separator: operation.separator)
  }

  private func map(_ pairs: [Pair], _ variable: Variable, _ operation: Operator) -> String {
    let encoded = pairs.map { (encode($0.name, operation), encode($0.value, operation)) }
    guard variable.isExploded else {
      return named(variable.name, encoded.map { $0.0 + "," + $0.1 }.joined(separator: ","), operation)
    }
    let rows = encoded.map { $0.0 + ($0.1.isEmpty && operation.isNamed ? operation.ifEmpty : "=" + $0.1) }
    return rows.joined(separator: operation.separator)
  }

  private func named(_ name: String, _ value: String, _ operation: Operator) -> String {
    guard operation.isNamed else { return value }
    return name + (value.isEmpty ? operation.ifEmpty : "=" + value)
  }

  private func encode(_ text: String, _ operation: Operator) -> String {
    operation.keepsReserved ? PercentEncoding.templateLiteral(text) : PercentEncoding.component(text)
  }

  private func refusePrefix(_ variable: Variable) throws(RequestError) {
    guard variable.prefix == nil else {
      throw .template(text, position: 1, reason: "'\(variable.name)' is a list, to which a prefix cannot apply")
    }
  }
}
