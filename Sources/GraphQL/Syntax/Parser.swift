import Basics

extension GraphQLDocument {
  /// How deep selections, values and types may nest: far more than people write, and little enough for every stack.
  package static let deepest = 100

  /// Reads operations, fragments and definitions of schemas (October 2021; what September 2025 added to it, too), in a time
  /// that grows with the length of the text.
  /// - Parameter isSchema: whether the text is to be a schema, for the words of a fault.
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

  /// The token after the current one.
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

  /// The error that something else stands here. A text that ends inside of what is written says where that was.
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

  /// Goes one level deeper; `leave` comes back.
  mutating func enter() throws(GraphQLSyntaxError) {
    guard depth < GraphQLDocument.deepest else {
      throw error("nested deeper than \(GraphQLDocument.deepest) levels", current.range)
    }
    depth += 1
  }

  mutating func leave() { depth -= 1 }

  /// One or more elements between two punctuators.
  mutating func many<Element>(
    _ open: Token.Kind, _ close: Token.Kind, _ read: (inout Parser) throws(GraphQLSyntaxError) -> Element
  ) throws(GraphQLSyntaxError) -> [Element] {
    try expect(open)
    var elements = [try read(&self)]
    while !skip(close) { elements.append(try read(&self)) }
    return elements
  }

  /// `many` if its first punctuator is there, else none.
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
    if isDescribed, keyword.kind != .name { throw unexpected("what is described", at: keyword) }
    // September 2025: operations and fragments may have a description, too.
    if isDescribed { advance() }
    if isKeyword("query") || isKeyword("mutation") || isKeyword("subscription") { return .operation(try operation()) }
    if isKeyword("fragment") { return .fragment(try fragment()) }
    if isKeyword("extend"), !isDescribed {
      let extended = lookahead()
      guard let kind = typeSystemKind(extended), kind != .directive else {
        throw unexpected("what is extended: schema, scalar, type, interface, union, enum or input", at: extended)
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
