/// Operations, fragments, selections, values and types (October 2021, chapter 2).
extension Parser {
  mutating func operation() throws(GraphQLSyntaxError) -> OperationDefinition {
    let start = current.range.lowerBound
    guard current.kind != .braceOpen else {
      let set = try selectionSet()
      return OperationDefinition(
        kind: .query, name: nil, variables: [], directives: [], selectionSet: set, range: set.range)
    }
    let kind = OperationKind(rawValue: text(current)) ?? .query
    advance()
    let name = current.kind == .name ? try name() : nil
    let variables = try optionalMany(.parenOpen, .parenClose) { parser throws(GraphQLSyntaxError) in
      try parser.variableDefinition()
    }
    let directives = try directives(isConstant: false)
    let set = try selectionSet()
    return OperationDefinition(
      kind: kind, name: name, variables: variables, directives: directives, selectionSet: set, range: start..<end)
  }

  private mutating func variableDefinition() throws(GraphQLSyntaxError) -> VariableDefinition {
    // September 2025: variables may have a description.
    if current.kind == .string || current.kind == .blockString { advance() }
    let start = current.range.lowerBound
    try expect(.dollar)
    var name = try name("the name of a variable")
    name.range = start..<end
    try expect(.colon)
    let type = try typeExpression()
    let value = skip(.equals) ? try value(isConstant: true) : nil
    let directives = try directives(isConstant: true)
    return VariableDefinition(name: name, type: type, defaultValue: value, directives: directives, range: start..<end)
  }

  mutating func fragment() throws(GraphQLSyntaxError) -> FragmentDefinition {
    let start = current.range.lowerBound
    try expect(keyword: "fragment")
    if isKeyword("on") { throw unexpected("the name of the fragment") }
    let name = try name("the name of the fragment")
    try expect(keyword: "on")
    let type = try self.name("a type")
    let directives = try directives(isConstant: false)
    let set = try selectionSet()
    return FragmentDefinition(
      name: name, typeCondition: type, directives: directives, selectionSet: set, range: start..<end)
  }

  // Selections nest, so the functions that call each other for that are few, and none keeps much on the stack.
  private mutating func selectionSet() throws(GraphQLSyntaxError) -> SelectionSet {
    let start = current.range.lowerBound
    try expect(.braceOpen)
    try enter()
    var selections: [Selection] = []
    repeat { try selection(into: &selections) } while !skip(.braceClose)
    leave()
    return SelectionSet(selections: selections, range: start..<end)
  }

  private mutating func selection(into selections: inout [Selection]) throws(GraphQLSyntaxError) {
    let start = current.range.lowerBound
    let place = selections.count
    if skip(.spread) {
      selections.append(try fragmentHead(from: start))
      guard case .inline = selections[place] else { return }
    } else {
      selections.append(try fieldHead(from: start))
      guard current.kind == .braceOpen else { return }
    }
    let set = try selectionSet()
    selections[place].finish(with: set)
  }

  /// A spread, or an inline fragment up to its selections.
  private mutating func fragmentHead(from start: Int) throws(GraphQLSyntaxError) -> Selection {
    let isConditioned = skip(keyword: "on")
    if !isConditioned, current.kind == .name {
      let name = try name()
      let directives = try directives(isConstant: false)
      return .spread(FragmentSpread(name: name, directives: directives, range: start..<end))
    }
    let type = isConditioned ? try name("a type") : nil
    let directives = try directives(isConstant: false)
    let none = SelectionSet(selections: [], range: end..<end)
    return .inline(InlineFragment(typeCondition: type, directives: directives, selectionSet: none, range: start..<end))
  }

  /// A field up to its selections.
  private mutating func fieldHead(from start: Int) throws(GraphQLSyntaxError) -> Selection {
    var name = try name("a field")
    var alias: NamePlace?
    if skip(.colon) {
      alias = name
      name = try self.name("the name of the field after its alias")
    }
    let arguments = try arguments(isConstant: false)
    let directives = try directives(isConstant: false)
    return .field(
      FieldSelection(
        alias: alias, name: name, arguments: arguments, directives: directives, selectionSet: nil, range: start..<end))
  }

  private mutating func arguments(isConstant: Bool) throws(GraphQLSyntaxError) -> [ArgumentUse] {
    try optionalMany(.parenOpen, .parenClose) { parser throws(GraphQLSyntaxError) in
      let name = try parser.name("an argument")
      try parser.expect(.colon)
      let value = try parser.value(isConstant: isConstant)
      return ArgumentUse(name: name, value: value, range: name.range.lowerBound..<parser.end)
    }
  }

  mutating func directives(isConstant: Bool) throws(GraphQLSyntaxError) -> [DirectiveUse] {
    var directives: [DirectiveUse] = []
    while current.kind == .at {
      let start = current.range.lowerBound
      advance()
      let name = try name("the name of a directive")
      let arguments = try arguments(isConstant: isConstant)
      directives.append(DirectiveUse(name: name, arguments: arguments, range: start..<end))
    }
    return directives
  }

  mutating func value(isConstant: Bool) throws(GraphQLSyntaxError) -> InputLiteral {
    let token = current
    switch token.kind {
    case .bracketOpen, .braceOpen:
      try enter()
      let kind =
        token.kind == .braceOpen ? try object(isConstant: isConstant) : try list(isConstant: isConstant)
      leave()
      return InputLiteral(kind: kind, range: token.range.lowerBound..<end)
    case .dollar:
      if isConstant {
        throw error("a variable cannot stand here, in a constant value", token.range)
      }
      advance()
      let name = try name("the name of a variable")
      return InputLiteral(kind: .variable(name.text), range: token.range.lowerBound..<end)
    default:
      guard let kind = scalar(token) else { throw unexpected("a value") }
      advance()
      return InputLiteral(kind: kind, range: token.range)
    }
  }

  private func scalar(_ token: Token) -> InputLiteral.Kind? {
    switch token.kind {
    case .int: .int(text(token))
    case .float: .float(text(token))
    case .string: .string(StringLiteral.value(of: bytes[token.range]), isBlock: false)
    case .blockString: .string(StringLiteral.blockValue(of: bytes[token.range]), isBlock: true)
    case .name:
      switch text(token) {
      case "true": .bool(true)
      case "false": .bool(false)
      case "null": .null
      case let name: .enumValue(name)
      }
    default: nil
    }
  }

  private mutating func list(isConstant: Bool) throws(GraphQLSyntaxError) -> InputLiteral.Kind {
    advance()
    var items: [InputLiteral] = []
    while !skip(.bracketClose) { items.append(try value(isConstant: isConstant)) }
    return .list(items)
  }

  private mutating func object(isConstant: Bool) throws(GraphQLSyntaxError) -> InputLiteral.Kind {
    advance()
    var fields: [InputLiteral.ObjectField] = []
    while !skip(.braceClose) {
      let name = try name("a field of the input")
      try expect(.colon)
      let value = try value(isConstant: isConstant)
      fields.append(InputLiteral.ObjectField(name: name, value: value, range: name.range.lowerBound..<end))
    }
    return .object(fields)
  }

  mutating func typeExpression() throws(GraphQLSyntaxError) -> TypeExpression {
    let start = current.range.lowerBound
    var expression: TypeExpression
    if skip(.bracketOpen) {
      try enter()
      expression = try typeExpression()
      leave()
      try expect(.bracketClose)
      expression.type = .list(expression.type)
    } else {
      let name = try name("a type")
      expression = TypeExpression(type: .named(name.text), name: name, range: name.range)
    }
    if skip(.bang) { expression.type = .nonNull(expression.type) }
    expression.range = start..<end
    return expression
  }
}

extension Selection {
  /// Gives a field or an inline fragment its selections.
  fileprivate mutating func finish(with set: SelectionSet) {
    switch self {
    case .spread: break
    case .field(var field):
      field.selectionSet = set
      field.range = field.range.lowerBound..<set.range.upperBound
      self = .field(field)
    case .inline(var inline):
      inline.selectionSet = set
      inline.range = inline.range.lowerBound..<set.range.upperBound
      self = .inline(inline)
    }
  }
}
