/// Reads a GraphQL text that is being typed, as far as it goes, and says what may stand at its end. What does not fit is passed
/// over, so that a slip above the cursor does not end completion.
struct TolerantReader {
  /// The end of the text: unwinds to the top.
  struct Ended: Error {}

  let schema: GraphQLSchema
  private let bytes: [UInt8]
  private let tokens: [Token]
  private var index = 0
  private var depth = 0
  private(set) var outline = DocumentOutline()
  /// What may stand at the end; `nil` where nothing can be offered.
  private(set) var place: CompletionPlace?

  /// - Parameter tokens: the last is the end, wherever the text goes on.
  init(_ schema: GraphQLSchema, _ bytes: [UInt8], _ tokens: [Token]) {
    (self.schema, self.bytes, self.tokens) = (schema, bytes, tokens)
  }

  mutating func read() {
    // The end of the text is how reading ends.
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

  /// Goes one level deeper, past what opens it; `leave` comes back. What nests deeper than documents may is passed over.
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

  // Selections nest, so the functions that call each other for that are few, and none keeps much on the stack.
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

  /// A selection up to its own selections.
  /// - Parameter inner: becomes the type of those.
  /// - Returns: whether it has any.
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
