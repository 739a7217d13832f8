import Basics

extension GraphQLDocument {
  /// The maximum nesting of selections, values and types: more than people write, and safe for every stack.
  package static let deepest = 100

  /// Parses operations, fragments and schema definitions (October 2021, with the additions of September 2025) in linear
  /// time.
  /// - Parameter isSchema: true if a schema is expected, which affects error messages.
  package init(parsing text: String, isSchema: Bool = false) throws(GraphQLSyntaxError) {
    var parser = Parser(Array(text.utf8), isSchema: isSchema)
    self.init(definitions: try parser.definitions())
  }
}

/// Recursive descent over tokens, never deeper than `GraphQLDocument.deepest`.
struct Parser {
  let bytes: [UInt8]
  private var lexer: Lexer
  private(set) var current: Token
  private var following: Token?
  /// The end of the last token read.
  private(set) var end = 0
  private var depth = 0
  private let isSchema: Bool

  init(_ bytes: [UInt8], isSchema: Bool = false) {
    self.bytes = bytes
    self.isSchema = isSchema
    lexer = Lexer(bytes)
    current = lexer.next()
  }

  mutating func lookahead() -> Token {
    if let following { return following }
    let token = lexer.next()
    following = token
    return token
  }

  mutating func advance() {
    end = current.range.upperBound
    current = following ?? lexer.next()
    following = nil
  }

  func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  func isKeyword(_ word: StaticString) -> Bool { isKeyword(word, current) }

  func isKeyword(_ word: StaticString, _ token: Token) -> Bool {
    guard token.kind == .name, token.range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(bytes[token.range]) }
  }

  mutating func skip(_ kind: Token.Kind) -> Bool {
    guard current.kind == kind else { return false }
    advance()
    return true
  }

  mutating func skip(keyword: StaticString) -> Bool {
    guard isKeyword(keyword) else { return false }
    advance()
    return true
  }

  mutating func expect(_ kind: Token.Kind) throws(GraphQLSyntaxError) {
    guard skip(kind) else { throw unexpected(kind.words) }
  }

  mutating func expect(keyword: StaticString) throws(GraphQLSyntaxError) {
    guard skip(keyword: keyword) else { throw unexpected("\"\(keyword)\"") }
  }

  mutating func name(_ words: String = "a name") throws(GraphQLSyntaxError) -> NamePlace {
    guard current.kind == .name else { throw unexpected(words) }
    let name = NamePlace(text: text(current), range: current.range)
    advance()
    return name
  }

  /// A syntax error for an unexpected token. If the text ends inside an open construct, the message names its start.
  func unexpected(_ expected: String, at token: Token? = nil) -> GraphQLSyntaxError {
    let token = token ?? current
    var found = token.kind.words
    if token.kind == .name || token.kind == .int || token.kind == .float { found = "\"\(text(token))\"" }
    if case .invalid = token.kind { return error("\(found) (expected \(expected))", token.range) }
    return error("expected \(expected), found \(found)", token.range)
  }

  func error(_ message: String, _ range: Range<Int>) -> GraphQLSyntaxError {
    // A name may be as long as the text.
    let shown = message.utf8.count > 300 ? "\(message.prefix(200))…" : message
    return GraphQLSyntaxError(
      message: shown, range: range, position: LineIndex(bytes: bytes).position(of: range.lowerBound))
  }

  /// Enters a nested level; `leave` ends it.
  mutating func enter() throws(GraphQLSyntaxError) {
    guard depth < GraphQLDocument.deepest else {
      throw error("nested deeper than \(GraphQLDocument.deepest) levels", current.range)
    }
    depth += 1
  }

  mutating func leave() { depth -= 1 }

  /// Parses one or more elements between two punctuators.
  mutating func many<Element>(
    _ open: Token.Kind, _ close: Token.Kind, _ read: (inout Parser) throws(GraphQLSyntaxError) -> Element
  ) throws(GraphQLSyntaxError) -> [Element] {
    try expect(open)
    var elements = [try read(&self)]
    while !skip(close) { elements.append(try read(&self)) }
    return elements
  }

  /// Like `many` if the first punctuator is present, otherwise empty.
  mutating func optionalMany<Element>(
    _ open: Token.Kind, _ close: Token.Kind, _ read: (inout Parser) throws(GraphQLSyntaxError) -> Element
  ) throws(GraphQLSyntaxError) -> [Element] {
    current.kind == open ? try many(open, close, read) : []
  }

  mutating func definitions() throws(GraphQLSyntaxError) -> [GraphQLDocument.Definition] {
    var definitions: [GraphQLDocument.Definition] = []
    repeat { definitions.append(try definition()) } while current.kind != .end
    return definitions
  }

  private mutating func definition() throws(GraphQLSyntaxError) -> GraphQLDocument.Definition {
    if current.kind == .braceOpen { return .operation(try operation()) }
    let isDescribed = current.kind == .string || current.kind == .blockString
    let keyword = isDescribed ? lookahead() : current
    if let kind = typeSystemKind(keyword) { return .typeSystem(try typeSystem(kind, isExtension: false)) }
    if isDescribed, keyword.kind != .name { throw unexpected("a definition after the description", at: keyword) }
    // September 2025: operations and fragments may have a description, too.
    if isDescribed { advance() }
    if isKeyword("query") || isKeyword("mutation") || isKeyword("subscription") { return .operation(try operation()) }
    if isKeyword("fragment") { return .fragment(try fragment()) }
    if isKeyword("extend"), !isDescribed {
      let extended = lookahead()
      guard let kind = typeSystemKind(extended), kind != .directive else {
        throw unexpected("the kind of extension: schema, scalar, type, interface, union, enum or input", at: extended)
      }
      return .typeSystem(try typeSystem(kind, isExtension: true))
    }
    throw unexpected(
      isSchema
        ? "a definition: schema, scalar, type, interface, union, enum, input, directive or extend"
        : "an operation or a fragment: query, mutation, subscription, fragment or {")
  }

  private func typeSystemKind(_ token: Token) -> TypeSystemDefinition.Kind? {
    token.kind == .name ? TypeSystemDefinition.Kind(rawValue: text(token)) : nil
  }
}

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
    try expect(keyword: "fragment")
    if isKeyword("on") { throw unexpected("the name of the fragment") }
    let name = try name("the name of the fragment")
    try expect(keyword: "on")
    let type = try self.name("a type")
    let directives = try directives(isConstant: false)
    let set = try selectionSet()
    return FragmentDefinition(name: name, typeCondition: type, directives: directives, selectionSet: set)
  }

  // Selections are recursive: few functions call each other, and none uses much of the stack.
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

  /// Parses a spread, or an inline fragment up to its selections.
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

  /// Parses a field up to its selections.
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
      return ArgumentUse(name: name, value: value)
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
        throw error("a variable is not allowed in a constant value", token.range)
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
      fields.append(InputLiteral.ObjectField(name: name, value: value))
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
  /// Sets the selections of a field or an inline fragment.
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
