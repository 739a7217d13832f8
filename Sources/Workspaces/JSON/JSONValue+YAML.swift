import Basics

extension JSONValue {
  /// Converts one YAML document to the JSON value that it means (YAML 1.2, core schema): for foreign formats in either
  /// syntax. Numbers that JSON cannot write and keys that are not text become text.
  package init(yaml bytes: [UInt8]) throws(YAMLError) {
    guard let root = try YAMLDocument(bytes).root else {
      self = .null
      return
    }
    self = Self.value(root)
  }

  private static func value(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let items): return .array(items.map(value))
    case .mapping(let entries): return .object(entries.map { Member($0.name, value($0.value)) })
    case .scalar(let scalar):
      guard scalar.style == .plain, !scalar.isTaggedString else { return .string(scalar.text) }
      switch YAMLCoreSchema.kind(of: scalar.text) {
      case .null: return .null
      case .bool: return .bool(scalar.text.lowercased() == "true")
      case .int, .float:
        // JSON allows neither a leading plus or zero, nor octal, infinity or a bare point.
        let isJSON = (try? JSONValue(parsing: scalar.text.utf8)) != nil
        return isJSON ? .number(scalar.text) : .string(scalar.text)
      case .string: return .string(scalar.text)
      }
    }
  }
}
