/// The possible completions at a position, before they are checked against the whole text.
struct CompletionCandidates {
  /// The text after the cursor, which need not be inserted again.
  struct Following {
    var kind: Token.Kind
    /// True if a selection set follows the arguments and directives.
    var hasSelection: Bool
  }

  let schema: GraphQLSchema
  let outline: DocumentOutline
  let following: Following
  let range: Range<Int>

  func all(at place: CompletionPlace) -> [Completion] {
    switch place {
    case .definition: definitions()
    case .keyword(let word): [completion(.keyword, word, "", word)]
    case .selection(let parent, let isRoot): fields(of: parent, isRoot: isRoot) + spreads(in: parent, dots: "... ")
    case .aliased(let parent): fields(of: parent, isRoot: false)
    case .spread(let parent): spreads(in: parent, dots: "")
    case .typeCondition(let parent): conditions(in: parent).map { condition($0, before: "") }
    case .argument(let known, let given): inputs(known.filter { !given.contains($0.name) }, .argument)
    case .inputField(let type, let given):
      type.isOneOf && !given.isEmpty
        ? [] : inputs(type.inputFields.filter { !given.contains($0.name) }, .inputField)
    case .value(let input, let expected): values(of: expected) + variables(input, expected, dollar: "$")
    case .variable(let input, let expected): variables(input, expected, dollar: "")
    case .variableType: inputTypes()
    case .directive(let location, let used): directives(at: location, used)
    }
  }

  private func completion(
    _ kind: Completion.Kind, _ label: String, _ detail: String, _ insertion: String, cursor: Int? = nil,
    isDeprecated: Bool = false
  ) -> Completion {
    Completion(
      kind: kind, label: label, detail: detail, isDeprecated: isDeprecated, insertion: insertion, range: range,
      cursor: cursor ?? insertion.utf8.count)
  }

  private func definitions() -> [Completion] {
    OperationKind.allCases.compactMap { kind in
      guard let root = schema.root(kind) else { return nil }
      let head = "\(kind.rawValue) \(Self.newName(kind, outline)) { "
      return completion(.keyword, kind.rawValue, root.name, "\(head)\(leaf(of: root)) }", cursor: head.utf8.count)
    }
  }

  private static func newName(_ kind: OperationKind, _ outline: DocumentOutline) -> String {
    "New\(kind.rawValue.prefix(1).uppercased())\(kind.rawValue.dropFirst())\(outline.operations.count + 1)"
  }

  /// A field of a type to select, with its arguments and selection.
  private func leaf(of type: SchemaType) -> String {
    if type.name == schema.roots[.subscription], let field = type.fields.first { return text(of: field) }
    return schema.firstLeaf(of: type)
  }

  /// The field with its required arguments and a selection. A nested selection never needs more than `__typename`.
  private func text(of field: SchemaField, withArguments: Bool = true, withSelection: Bool = true) -> String {
    var text = field.name
    let required = withArguments ? field.arguments.filter(\.isRequired) : []
    if !required.isEmpty {
      text += "(\(required.map { "\($0.name): \(schema.placeholder(for: $0.type))" }.joined(separator: ", ")))"
    }
    if withSelection, let type = schema.type(of: field.type), type.isComposite {
      text += " { \(schema.firstLeaf(of: type)) }"
    }
    return text
  }

  private func fields(of parent: SchemaType?, isRoot: Bool) -> [Completion] {
    // Before a colon, the user is typing an alias.
    guard let parent, following.kind != .colon else { return [] }
    var fields = parent.fields
    if let typename = schema.field("__typename", of: parent) { fields.append(typename) }
    if isRoot { fields += ["__schema", "__type"].compactMap { schema.field($0, of: parent) } }
    return fields.map { field in
      let text = text(
        of: field, withArguments: following.kind != .parenOpen,
        withSelection: ![.braceOpen, .parenOpen, .at].contains(following.kind) && !following.hasSelection)
      // The cursor goes into the arguments if there are any, otherwise into the selection.
      var cursor = text.utf8.count
      if text.hasSuffix("}"), let open = text.utf8.lastIndex(of: UInt8(ascii: "{")) {
        cursor = text.utf8.distance(from: text.startIndex, to: open) + 2
      }
      if text.utf8.count > field.name.utf8.count, text.utf8.dropFirst(field.name.utf8.count).first == UInt8(ascii: "(")
      {
        cursor =
          (text.utf8.firstIndex(of: UInt8(ascii: ":")).map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0)
          + 2
      }
      return completion(
        .field, field.name, field.type.description, text, cursor: cursor, isDeprecated: field.deprecation != nil)
    }
  }

  private func spreads(in parent: SchemaType?, dots: String) -> [Completion] {
    guard let parent, following.kind != .colon, following.kind != .parenOpen else { return [] }
    var spreads: [Completion] = []
    if !following.hasSelection {
      let tight = dots.isEmpty ? "" : "..."
      for fragment in outline.fragments where fragment.name != outline.fragmentName {
        guard let type = schema.type(fragment.type), type.isComposite, schema.overlap(type, parent) else { continue }
        spreads.append(completion(.fragment, tight + fragment.name, "on \(type.name)", tight + fragment.name))
      }
    }
    // A fragment on the type itself is rarely useful and omitted.
    return spreads
      + conditions(in: parent).filter { $0.name != parent.name }.map { condition($0, before: "\(dots)on ") }
  }

  private func conditions(in parent: SchemaType?) -> [SchemaType] {
    guard let parent else { return schema.types.filter { $0.isComposite && !$0.name.utf8.starts(with: "__".utf8) } }
    var types = schema.possibleTypes(of: parent).compactMap { schema.type($0) }
    types += schema.types.filter { $0.isAbstract && schema.overlap($0, parent) }
    return types
  }

  private func condition(_ type: SchemaType, before: String) -> Completion {
    let needsSelection = following.kind != .braceOpen && !following.hasSelection
    let head = before + type.name
    let text = needsSelection ? "\(head) { \(schema.firstLeaf(of: type)) }" : head
    return completion(.type, head, type.kind.keyword, text, cursor: head.utf8.count + (needsSelection ? 3 : 0))
  }

  private func directives(at location: DirectiveLocation, _ used: Set<String>) -> [Completion] {
    schema.directives.compactMap { directive in
      guard directive.locations.contains(location), directive.isRepeatable || !used.contains(directive.name) else {
        return nil
      }
      let required = following.kind == .parenOpen ? [] : directive.arguments.filter(\.isRequired)
      let list = required.map { "\($0.name): \(schema.placeholder(for: $0.type))" }.joined(separator: ", ")
      let text = directive.name + (required.isEmpty ? "" : "(\(list))")
      return completion(.directive, directive.name, "", text)
    }
  }

  private func inputTypes() -> [Completion] {
    schema.types.filter { $0.isInput && !$0.name.utf8.starts(with: "__".utf8) }.map { type in
      completion(.type, type.name, type.kind.keyword, type.name)
    }
  }
}

/// Arguments and values.
extension CompletionCandidates {
  func inputs(_ inputs: [SchemaInput], _ kind: Completion.Kind) -> [Completion] {
    inputs.map { input in
      let needsValue = following.kind != .colon
      let value = schema.placeholder(for: input.type)
      let text = needsValue ? "\(input.name): \(value)" : input.name
      return completion(
        kind, input.name, input.type.description, text, cursor: input.name.utf8.count + (needsValue ? 2 : 0),
        isDeprecated: input.deprecation != nil)
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
        return type.values.map {
          completion(.value, $0.name, type.name, $0.name, isDeprecated: $0.deprecation != nil)
        } + null(expected)
      case .scalar where type.name == "Boolean": texts = ["true", "false"]
      case .scalar, .input: texts = [schema.placeholder(for: expected)]
      default: return []
      }
    }
    return texts.map { text in
      // The cursor goes between the quotes, brackets or braces.
      let isEnclosed = text.hasSuffix("]") || text.hasSuffix("}") || text.hasSuffix("\"")
      return completion(
        .value, text, expected.description, text, cursor: text.utf8.count - (isEnclosed ? 1 : 0))
    } + null(expected)
  }

  private func null(_ expected: TypeReference) -> [Completion] {
    expected.isNonNull ? [] : [completion(.value, "null", expected.description, "null")]
  }

  /// The variables allowed where the type is expected: those of the operation, or in a fragment those of any operation.
  func variables(_ input: SchemaInput?, _ expected: TypeReference?, dollar: String) -> [Completion] {
    guard let expected else { return [] }
    let known = outline.isInOperation ? outline.operations.last ?? [] : outline.operations.flatMap { $0 }
    var seen: Set<String> = []
    return known.compactMap { variable in
      let isAllowed = schema.allows(
        variable.type, hasDefault: variable.hasDefault, as: expected, placeHasDefault: input?.defaultValue != nil)
      guard isAllowed, schema.type(of: variable.type) != nil, seen.insert(variable.name).inserted else { return nil }
      let text = dollar + variable.name
      return completion(.variable, text, variable.type.description, text)
    }
  }
}
