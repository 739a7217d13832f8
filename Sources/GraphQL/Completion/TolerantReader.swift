/// Parses an incomplete GraphQL text as far as possible and reports what is allowed at its end. Unexpected tokens are
/// skipped, so that an error above the cursor does not disable completion.
struct TolerantReader {
  /// Thrown at the end of the text to unwind the parser.
  struct Ended: Error {}

  let schema: GraphQLSchema
  private let bytes: [UInt8]
  private let tokens: [Token]
  private var index = 0
  private var depth = 0
  private(set) var outline = DocumentOutline()
  /// The position at the end of the text; `nil` where nothing can be completed.
  private(set) var place: CompletionPlace?

  /// - Parameter tokens: the last is the end token, even if the text continues.
  init(_ schema: GraphQLSchema, _ bytes: [UInt8], _ tokens: [Token]) {
    (self.schema, self.bytes, self.tokens) = (schema, bytes, tokens)
  }

  mutating func read() {
    // Parsing always ends by reaching the end of the text.
    do { while true { try definition() } } catch {}
  }

  var kind: Token.Kind { tokens[index].kind }

  private func text() -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  mutating func stop(at place: CompletionPlace?) throws(Ended) {
    guard kind == .end else { return }
    self.place = place
    throw Ended()
  }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  mutating func skip(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  mutating func name() -> String? {
    guard kind == .name else { return nil }
    let name = text()
    advance()
    return name
  }

  /// Enters a nested level past its opening token; `leave` ends it. Levels deeper than documents may nest are skipped.
  mutating func enter() throws(Ended) -> Bool {
    advance()
    guard depth < GraphQLDocument.deepest else {
      try stop(at: nil)
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  private mutating func definition() throws(Ended) {
    outline.isInOperation = false
    outline.fragmentName = nil
    try stop(at: .definition)
    if kind == .braceOpen { return try operation(.query) }
    guard let word = name() else { return advance() }
    if let kind = OperationKind(rawValue: word) { return try operation(kind) }
    guard word == "fragment" else { return }
    try stop(at: nil)
    guard let name = name(), name != "on" else { return }
    outline.fragmentName = name
    try stop(at: .keyword("on"))
    guard kind == .name, text() == "on" else { return }
    advance()
    try stop(at: .typeCondition(parent: nil))
    guard let type = self.name() else { return }
    outline.fragments.append(DocumentOutline.Fragment(name: name, type: type))
    try directives(.fragmentDefinition)
    try stop(at: nil)
    if kind == .braceOpen { try selections(of: composite(type), isRoot: false) }
  }

  private func composite(_ name: String?) -> SchemaType? {
    name.flatMap { schema.type($0) }.flatMap { $0.isComposite ? $0 : nil }
  }

  private mutating func operation(_ kind: OperationKind) throws(Ended) {
    outline.isInOperation = true
    outline.operations.append([])
    _ = name()
    if skip(.parenOpen) { try variables() }
    try directives(kind.location)
    if self.kind == .braceOpen { try selections(of: schema.root(kind), isRoot: true) } else { try stop(at: nil) }
  }

  private mutating func variables() throws(Ended) {
    while !skip(.parenClose) {
      try stop(at: nil)
      guard kind != .braceOpen else { return }
      guard skip(.dollar) else {
        advance()
        continue
      }
      try stop(at: nil)
      guard let name = name(), skip(.colon) else { continue }
      guard let type = try type() else { continue }
      let hasDefault = skip(.equals)
      if hasDefault { try value(nil, schema.type(of: type)?.isInput == true ? type : nil) }
      outline.operations[outline.operations.count - 1].append(
        DocumentOutline.Variable(name: name, type: type, hasDefault: hasDefault))
      try directives(.variableDefinition)
    }
  }

  private mutating func type() throws(Ended) -> TypeReference? {
    var lists = 0
    while kind == .bracketOpen {
      lists += 1
      advance()
    }
    try stop(at: .variableType)
    guard lists <= GraphQLDocument.deepest, let name = name() else { return nil }
    var type = TypeReference.named(name)
    if skip(.bang) { type = .nonNull(type) }
    for _ in 0..<lists {
      guard skip(.bracketClose) else { return type }
      type = .list(type)
      if skip(.bang) { type = .nonNull(type) }
    }
    return type
  }

  // Selections are recursive: few functions call each other, and none uses much of the stack.
  private mutating func selections(of parent: SchemaType?, isRoot: Bool) throws(Ended) {
    guard try enter() else { return }
    while !skip(.braceClose) { try selection(of: parent, isRoot) }
    leave()
  }

  private mutating func selection(of parent: SchemaType?, _ isRoot: Bool) throws(Ended) {
    var inner: SchemaType?
    guard try selectionHead(of: parent, isRoot, &inner) else { return }
    try selections(of: inner, isRoot: false)
  }

  /// Reads a selection up to its own selections.
  /// - Parameter inner: set to the type of those.
  /// - Returns: true if it has any.
  private mutating func selectionHead(
    of parent: SchemaType?, _ isRoot: Bool, _ inner: inout SchemaType?
  ) throws(Ended) -> Bool {
    try stop(at: .selection(parent: parent, isRoot: isRoot))
    if skip(.spread) { return try fragmentHead(in: parent, &inner) }
    if kind == .name { return try fieldHead(of: parent, &inner) }
    advance()
    return false
  }

  private mutating func fragmentHead(in parent: SchemaType?, _ inner: inout SchemaType?) throws(Ended) -> Bool {
    try stop(at: .spread(parent: parent))
    inner = parent
    var location = DirectiveLocation.inlineFragment
    if let word = name() {
      if word == "on" {
        try stop(at: .typeCondition(parent: parent))
        inner = composite(name())
      } else {
        location = .fragmentSpread
      }
    }
    try directives(location)
    guard location == .inlineFragment else { return false }
    try stop(at: nil)
    return kind == .braceOpen
  }

  private mutating func fieldHead(of parent: SchemaType?, _ inner: inout SchemaType?) throws(Ended) -> Bool {
    guard var word = name() else { return false }
    if skip(.colon) {
      try stop(at: .aliased(parent: parent))
      guard let name = name() else { return false }
      word = name
    }
    let field = parent.flatMap { schema.field(word, of: $0) }
    if kind == .parenOpen { try arguments(field?.arguments ?? []) }
    try directives(.field)
    inner = field.flatMap { composite($0.type.name) }
    return kind == .braceOpen
  }

  private mutating func directives(_ location: DirectiveLocation) throws(Ended) {
    var used: Set<String> = []
    while skip(.at) {
      try stop(at: .directive(location, used: used))
      guard let name = name() else { return }
      used.insert(name)
      if kind == .parenOpen { try arguments(schema.directive(name)?.arguments ?? []) }
    }
  }
}

/// Arguments and their values.
extension TolerantReader {
  mutating func arguments(_ known: [SchemaInput]) throws(Ended) {
    advance()
    var given: Set<String> = []
    while !skip(.parenClose) {
      try stop(at: .argument(known, given: given))
      guard kind != .braceClose, kind != .braceOpen else { return }
      guard let name = name() else {
        advance()
        continue
      }
      given.insert(name)
      try stop(at: nil)
      guard skip(.colon) else { continue }
      let input = known.first { $0.name == name }
      try value(input, input?.type)
    }
  }

  // Values can be nested.
  /// - Parameter input: the argument or field to which the whole value is given.
  mutating func value(_ input: SchemaInput?, _ expected: TypeReference?) throws(Ended) {
    guard try !plainValue(input, expected) else { return }
    let isList = kind == .bracketOpen
    guard try enter() else { return }
    if isList { try list(of: expected?.item) } else { try object(expected) }
    leave()
  }

  /// - Returns: `false` at a list or an object, which is left unread.
  private mutating func plainValue(_ input: SchemaInput?, _ expected: TypeReference?) throws(Ended) -> Bool {
    try stop(at: .value(input, expected))
    switch kind {
    case .dollar:
      advance()
      try stop(at: .variable(input, expected))
      _ = name()
    case .bracketOpen, .braceOpen: return false
    case .bracketClose, .parenClose, .braceClose: break
    default: advance()
    }
    return true
  }

  private mutating func list(of item: TypeReference?) throws(Ended) {
    while !skip(.bracketClose) {
      guard kind != .parenClose, kind != .braceClose, kind != .colon else { return }
      try value(nil, item)
    }
  }

  private mutating func object(_ expected: TypeReference?) throws(Ended) {
    var given: Set<String> = []
    while !skip(.braceClose) {
      var field: SchemaInput?
      switch try memberHead(of: expected, &given, &field) {
      case .value: try value(field, field?.type)
      case .nothing: break
      case .end: return
      }
    }
  }

  private enum Following { case value, nothing, end }

  /// Reads a member of an object up to its value.
  private mutating func memberHead(
    of expected: TypeReference?, _ given: inout Set<String>, _ field: inout SchemaInput?
  ) throws(Ended) -> Following {
    let type = expected.flatMap { schema.type(of: $0) }.flatMap { $0.kind == .input ? $0 : nil }
    try stop(at: type.map { .inputField($0, given: given) })
    guard kind != .parenClose, kind != .bracketClose else { return .end }
    guard let name = name() else {
      advance()
      return .nothing
    }
    given.insert(name)
    try stop(at: nil)
    guard skip(.colon) else { return .nothing }
    field = type?.inputField(name)
    return .value
  }
}
