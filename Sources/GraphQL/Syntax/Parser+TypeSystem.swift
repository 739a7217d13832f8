/// Definitions of schemas (October 2021, chapter 3).
extension Parser {
  mutating func typeSystem(
    _ kind: TypeSystemDefinition.Kind, isExtension: Bool
  ) throws(GraphQLSyntaxError) -> TypeSystemDefinition {
    let start = current.range.lowerBound
    let description = description()
    if isExtension { advance() }
    advance()
    var definition = TypeSystemDefinition(
      kind: kind, isExtension: isExtension, description: description, range: start..<start)
    if kind == .directive { try expect(.at) }
    if kind != .schema { definition.name = try name("the name of the definition") }
    if kind == .directive { return try directive(definition) }
    if kind == .type || kind == .interface { definition.interfaces = try interfaces() }
    definition.directives = try directives(isConstant: true)
    try body(of: &definition)
    definition.range = start..<end
    if isExtension, isEmpty(definition) { throw unexpected("the content of the extension") }
    return definition
  }

  private mutating func body(of definition: inout TypeSystemDefinition) throws(GraphQLSyntaxError) {
    switch definition.kind {
    case .schema where definition.isExtension && current.kind != .braceOpen: break
    case .schema:
      definition.operationTypes = try many(.braceOpen, .braceClose) { parser throws(GraphQLSyntaxError) in
        try parser.operationType()
      }
    case .type, .interface:
      definition.fields = try optionalMany(.braceOpen, .braceClose) { parser throws(GraphQLSyntaxError) in
        try parser.fieldDefinition()
      }
    case .union: if skip(.equals) { definition.members = try names(.pipe, "a type") }
    case .enum:
      definition.values = try optionalMany(.braceOpen, .braceClose) { parser throws(GraphQLSyntaxError) in
        try parser.enumValue()
      }
    case .input:
      definition.inputs = try optionalMany(.braceOpen, .braceClose) { parser throws(GraphQLSyntaxError) in
        try parser.inputDefinition()
      }
    case .scalar, .directive: break
    }
  }

  private func isEmpty(_ definition: TypeSystemDefinition) -> Bool {
    definition.directives.isEmpty && definition.interfaces.isEmpty && definition.fields.isEmpty
      && definition.inputs.isEmpty && definition.members.isEmpty && definition.values.isEmpty
      && definition.operationTypes.isEmpty
  }

  private mutating func description() -> String? {
    let token = current
    switch token.kind {
    case .string:
      advance()
      return StringLiteral.value(of: bytes[token.range])
    case .blockString:
      advance()
      return StringLiteral.blockValue(of: bytes[token.range])
    default: return nil
    }
  }

  private mutating func interfaces() throws(GraphQLSyntaxError) -> [NamePlace] {
    skip(keyword: "implements") ? try names(.ampersand, "an interface") : []
  }

  /// Parses one or more names between delimiters; a leading delimiter is allowed.
  private mutating func names(_ delimiter: Token.Kind, _ words: String) throws(GraphQLSyntaxError) -> [NamePlace] {
    _ = skip(delimiter)
    var names = [try name(words)]
    while skip(delimiter) { names.append(try name(words)) }
    return names
  }

  private mutating func directive(
    _ begun: TypeSystemDefinition
  ) throws(GraphQLSyntaxError) -> TypeSystemDefinition {
    var definition = begun
    definition.inputs = try optionalMany(.parenOpen, .parenClose) { parser throws(GraphQLSyntaxError) in
      try parser.inputDefinition()
    }
    definition.isRepeatable = skip(keyword: "repeatable")
    try expect(keyword: "on")
    definition.locations = try names(.pipe, "a directive location")
    for location in definition.locations where DirectiveLocation(rawValue: location.text) == nil {
      throw error("\"\(location.text)\" is not a directive location", location.range)
    }
    definition.range = definition.range.lowerBound..<end
    return definition
  }

  private mutating func operationType() throws(GraphQLSyntaxError) -> TypeSystemDefinition.OperationType {
    guard current.kind == .name, let kind = OperationKind(rawValue: text(current)) else {
      throw unexpected("query, mutation or subscription")
    }
    advance()
    try expect(.colon)
    return TypeSystemDefinition.OperationType(kind: kind, type: try name("a type"))
  }

  private mutating func fieldDefinition() throws(GraphQLSyntaxError) -> FieldDefinition {
    let description = description()
    let name = try name("a field")
    let arguments = try optionalMany(.parenOpen, .parenClose) { parser throws(GraphQLSyntaxError) in
      try parser.inputDefinition()
    }
    try expect(.colon)
    let type = try typeExpression()
    let directives = try directives(isConstant: true)
    return FieldDefinition(
      name: name, description: description, arguments: arguments, type: type, directives: directives)
  }

  private mutating func inputDefinition() throws(GraphQLSyntaxError) -> InputDefinition {
    let description = description()
    let name = try name("an argument or a field of the input")
    try expect(.colon)
    let type = try typeExpression()
    let value = skip(.equals) ? try value(isConstant: true) : nil
    let directives = try directives(isConstant: true)
    return InputDefinition(
      name: name, description: description, type: type, defaultValue: value, directives: directives)
  }

  private mutating func enumValue() throws(GraphQLSyntaxError) -> EnumValueDefinition {
    let description = description()
    if isKeyword("true") || isKeyword("false") || isKeyword("null") {
      throw error("\"\(text(current))\" cannot be a value of an enum", current.range)
    }
    let name = try name("a value of the enum")
    return EnumValueDefinition(name: name, description: description, directives: try directives(isConstant: true))
  }
}
