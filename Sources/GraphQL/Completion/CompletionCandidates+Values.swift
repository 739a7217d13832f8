/// Arguments and values.
extension CompletionCandidates {
  func inputs(_ inputs: [SchemaInput], _ kind: Completion.Kind, isOneOf: Bool = false) -> [Completion] {
    inputs.map { input in
      let needsValue = following.kind != .colon
      let value = schema.placeholder(for: isOneOf ? .nonNull(input.type.nullable) : input.type)
      let text = needsValue ? "\(input.name): \(value)" : input.name
      return Completion(
        kind: kind, label: input.name, detail: input.type.description, documentation: input.description,
        isDeprecated: input.deprecation != nil, insertion: text, range: range,
        cursor: input.name.utf8.count + (needsValue ? 2 : 0))
    }
  }

  func values(of expected: TypeReference?) -> [Completion] {
    guard let expected, let type = schema.type(of: expected) else { return [] }
    var texts: [String] = []
    if expected.isList {
      texts = ["[]"]
    } else {
      switch type.kind {
      case .enum:
        return type.values.map { value in
          Completion(
            kind: .value, label: value.name, detail: type.name, documentation: value.description,
            isDeprecated: value.deprecation != nil, insertion: value.name, range: range,
            cursor: value.name.utf8.count)
        } + null(expected)
      case .scalar where type.name == "Boolean": texts = ["true", "false"]
      case .scalar, .input: texts = [schema.placeholder(for: expected)]
      default: return []
      }
    }
    return texts.map { text in
      // Between the quotes, brackets or braces.
      let isEnclosed = text.hasSuffix("]") || text.hasSuffix("}") || text.hasSuffix("\"")
      return Completion(
        kind: .value, label: text, detail: expected.description, insertion: text, range: range,
        cursor: text.utf8.count - (isEnclosed ? 1 : 0))
    } + null(expected)
  }

  private func null(_ expected: TypeReference) -> [Completion] {
    guard !expected.isNonNull else { return [] }
    return [
      Completion(
        kind: .value, label: "null", detail: expected.description, insertion: "null", range: range, cursor: 4)
    ]
  }

  /// The variables that are allowed where the type is expected: of the operation, or in a fragment of any.
  func variables(_ input: SchemaInput?, _ expected: TypeReference?, dollar: String) -> [Completion] {
    guard let expected else { return [] }
    let known = outline.isInOperation ? outline.operations.last ?? [] : outline.operations.flatMap { $0 }
    var seen: Set<String> = []
    return known.compactMap { variable in
      let isAllowed = schema.allows(
        variable.type, hasDefault: variable.hasDefault, as: expected, placeHasDefault: input?.defaultValue != nil)
      guard isAllowed, schema.type(of: variable.type) != nil, seen.insert(variable.name).inserted else { return nil }
      let text = dollar + variable.name
      return Completion(
        kind: .variable, label: text, detail: variable.type.description, insertion: text, range: range,
        cursor: text.utf8.count)
    }
  }
}
