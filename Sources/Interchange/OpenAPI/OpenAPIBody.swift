import Workspaces

/// The body of an operation: its first content type that we can write, filled with the example or a sample.
struct OpenAPIBody {
  private let references: JSONReferences
  private let sample: SchemaSample

  init(_ references: JSONReferences) {
    self.references = references
    sample = SchemaSample(references)
  }

  func body(
    of node: JSONNode?, headers: inout [Row], at place: String, _ notices: inout [Notice]
  ) -> BodyDefinition {
    guard let node, case .object(let types) = references.resolved(node)["content"] ?? .null, !types.isEmpty else {
      return .none
    }
    let isJSON = { (type: String) in type == "application/json" || type.hasSuffix("+json") }
    let chosen = types.first { isJSON($0.name) } ?? types[0]
    if types.count > 1 {
      let others = types.filter { $0.name != chosen.name }.map(\.name).joined(separator: ", ")
      notices.append(Notice(.warning, place + "/requestBody", "the body is \(chosen.name); \(others) is not carried"))
    }
    let schema = references.resolved(chosen.value["schema"] ?? .null)
    let value = sample.media(chosen.value)
    switch chosen.name {
    case "application/x-www-form-urlencoded": return .form(rows(value))
    case "multipart/form-data": return .multipart(parts(value, schema, chosen.value["encoding"]))
    case let type where isJSON(type):
      if type != "application/json" { headers.append(Row("Content-Type", type)) }
      return .text(.json, value.pretty)
    case let type where type.hasSuffix("xml"):
      headers.append(Row("Content-Type", type))
      return .text(.xml, value.string ?? "")
    case let type:
      headers.append(Row("Content-Type", type))
      if schema["format"]?.string == "binary" { return .file([.init(contentType: type)]) }
      return .text(.text, PostmanReader.scalar(value))
    }
  }

  private func rows(_ value: JSONNode) -> [Row] {
    guard case .object(let members) = value else { return [] }
    return members.map { Row($0.name, PostmanReader.scalar($0.value)) }
  }

  private func parts(_ value: JSONNode, _ schema: JSONNode, _ encoding: JSONNode?) -> [FormPart] {
    guard case .object(let members) = value else { return [] }
    return members.map { member in
      let part = references.resolved(schema["properties"]?[member.name] ?? .null)
      let isFile = part["format"]?.string == "binary" || part["contentMediaType"] != nil
      // Several types are a choice; the first is taken.
      let types = encoding?[member.name]?["contentType"]?.string ?? ""
      let type = types.prefix { $0 != "," }
      return FormPart(
        member.name, isFile ? .files([]) : .text(PostmanReader.scalar(member.value)),
        contentType: type.contains("*") ? "" : String(type))
    }
  }
}

/// An example value for a schema, as small as says what belongs there.
struct SchemaSample {
  private let references: JSONReferences
  private static let depthLimit = 12

  init(_ references: JSONReferences) {
    self.references = references
  }

  /// The value of a parameter as text.
  func parameter(_ node: JSONNode) -> String {
    let list = list(node)
    return list.isEmpty ? PostmanReader.scalar(known(of: node)) : list.joined(separator: ",")
  }

  /// The values of a parameter that is a list of texts, numbers and the like; else none.
  func list(_ node: JSONNode) -> [String] {
    let values = known(of: node)?.array ?? []
    let isFlat = values.allSatisfy { value in
      switch value {
      case .array, .object: false
      default: true
      }
    }
    return isFlat ? values.map { PostmanReader.scalar($0) } : []
  }

  private func known(of node: JSONNode) -> JSONNode? {
    if let example = example(of: node) { return example }
    // A parameter may be written in a format of its own.
    if case .object(let types) = node["content"] ?? .null, let type = types.first { return media(type.value) }
    let schema = references.resolved(node["schema"] ?? .null)
    return schema["example"] ?? schema["examples"]?.array?.first ?? schema["default"] ?? schema["enum"]?.array?.first
  }

  func media(_ node: JSONNode) -> JSONNode {
    example(of: node) ?? value(of: node["schema"] ?? .null, depth: 0)
  }

  private func example(of node: JSONNode) -> JSONNode? {
    if let example = node["example"] { return example }
    guard case .object(let examples) = node["examples"] ?? .null, let first = examples.first else { return nil }
    return references.resolved(first.value)["value"]
  }

  private func value(of node: JSONNode, depth: Int) -> JSONNode {
    let schema = references.resolved(node)
    guard depth < Self.depthLimit else { return .null }
    if let known = schema["example"] ?? schema["default"] ?? schema["const"] ?? schema["examples"]?.array?.first {
      return known
    }
    if let first = schema["enum"]?.array?.first { return first }
    if let parts = schema["allOf"]?.array {
      let members = parts.map { value(of: $0, depth: depth + 1) }.flatMap { node -> [JSONNode.Member] in
        if case .object(let members) = node { members } else { [] }
      }
      return .object(members)
    }
    if let first = (schema["oneOf"] ?? schema["anyOf"])?.array?.first { return value(of: first, depth: depth + 1) }
    switch type(of: schema) {
    case "object":
      guard case .object(let properties) = schema["properties"] ?? .null else { return .object([]) }
      let written = properties.filter { references.resolved($0.value)["readOnly"]?.bool != true }
      return .object(written.map { JSONNode.Member($0.name, value(of: $0.value, depth: depth + 1)) })
    case "array":
      guard let items = schema["items"], depth + 1 < Self.depthLimit else { return .array([]) }
      return .array([value(of: items, depth: depth + 1)])
    case "integer", "number": return .number("0")
    case "boolean": return .bool(false)
    case "null": return .null
    default: return .string(text(schema["format"]?.string))
    }
  }

  private func type(of schema: JSONNode) -> String {
    if let type = schema["type"]?.string { return type }
    // 3.1 allows a list of types.
    if let type = schema["type"]?.array?.compactMap(\.string).first(where: { $0 != "null" }) { return type }
    return schema["properties"] != nil ? "object" : schema["items"] != nil ? "array" : "string"
  }

  private func text(_ format: String?) -> String {
    switch format {
    case "date": "2026-01-01"
    case "date-time": "2026-01-01T00:00:00Z"
    case "uuid": "00000000-0000-0000-0000-000000000000"
    case "email": "user@example.com"
    case "uri", "url": "https://example.com"
    default: ""
    }
  }
}
