/// Reads a GraphQL text that is being typed, as far as it goes, and says what may stand at its end. What does not fit is passed
/// over, so that a slip above the cursor does not end completion.
struct TolerantReader {
  /// The end of the text: unwinds to the top.
  private struct Ended: Error {}

  private let schema: GraphQLSchema
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

  private var kind: Token.Kind { tokens[index].kind }

  private func text() -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  private mutating func stop(at place: CompletionPlace?) throws(Ended) {
    guard kind == .end else { return }
    self.place = place
    throw Ended()
  }

  private mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  private mutating func skip(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  private mutating func name() -> String? {
    guard kind == .name else { return nil }
    let name = text()
    advance()
    return name
  }

  /// Reads one level deeper; what nests deeper than documents may is passed over.
  private mutating func nested(_ read: (inout Self) throws(Ended) -> Void) throws(Ended) {
    guard depth < GraphQLDocument.deepest else {
      advance()
      return try stop(at: nil)
    }
    depth += 1
    try read(&self)
    depth -= 1
  }

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

  private mutating func selections(of parent: SchemaType?, isRoot: Bool) throws(Ended) {
    advance()
    try nested { reader throws(Ended) in
      while !reader.skip(.braceClose) {
        try reader.stop(at: .selection(parent: parent, isRoot: isRoot))
        if reader.skip(.spread) {
          try reader.fragment(in: parent)
        } else if reader.kind == .name {
          try reader.field(of: parent)
        } else {
          reader.advance()
        }
      }
    }
  }

  private mutating func fragment(in parent: SchemaType?) throws(Ended) {
    try stop(at: .spread(parent: parent))
    var type = parent
    var location = DirectiveLocation.inlineFragment
    if let word = name() {
      if word == "on" {
        try stop(at: .typeCondition(parent: parent))
        type = composite(name())
      } else {
        location = .fragmentSpread
      }
    }
    try directives(location)
    if location == .inlineFragment { try stop(at: nil) }
    if kind == .braceOpen, location == .inlineFragment { try selections(of: type, isRoot: false) }
  }

  private mutating func field(of parent: SchemaType?) throws(Ended) {
    guard var word = name() else { return }
    if skip(.colon) {
      try stop(at: .aliased(parent: parent))
      guard let name = name() else { return }
      word = name
    }
    let field = parent.flatMap { schema.field(word, of: $0) }
    if kind == .parenOpen { try arguments(field?.arguments ?? []) }
    try directives(.field)
    if kind == .braceOpen {
      try selections(of: field.flatMap { composite($0.type.name) }, isRoot: false)
    }
  }

  private mutating func arguments(_ known: [SchemaInput]) throws(Ended) {
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

  private mutating func directives(_ location: DirectiveLocation) throws(Ended) {
    var used: Set<String> = []
    while skip(.at) {
      try stop(at: .directive(location, used: used))
      guard let name = name() else { return }
      used.insert(name)
      if kind == .parenOpen { try arguments(schema.directive(name)?.arguments ?? []) }
    }
  }

  /// - Parameter input: the argument or field that the value is for, if it is the whole of it.
  private mutating func value(_ input: SchemaInput?, _ expected: TypeReference?) throws(Ended) {
    try stop(at: .value(input, expected))
    switch kind {
    case .dollar:
      advance()
      try stop(at: .variable(input, expected))
      _ = name()
    case .bracketOpen:
      advance()
      try nested { reader throws(Ended) in
        while !reader.skip(.bracketClose) {
          guard reader.kind != .parenClose, reader.kind != .braceClose, reader.kind != .colon else { return }
          try reader.value(nil, expected.flatMap { $0.item })
        }
      }
    case .braceOpen: try nested { reader throws(Ended) in try reader.object(expected) }
    case .bracketClose, .parenClose, .braceClose: break
    default: advance()
    }
  }

  private mutating func object(_ expected: TypeReference?) throws(Ended) {
    advance()
    let type = expected.flatMap { schema.type(of: $0) }.flatMap { $0.kind == .input ? $0 : nil }
    var given: Set<String> = []
    while !skip(.braceClose) {
      try stop(at: type.map { .inputField($0, given: given) })
      guard kind != .parenClose, kind != .bracketClose else { return }
      guard let name = name() else {
        advance()
        continue
      }
      given.insert(name)
      try stop(at: nil)
      guard skip(.colon) else { continue }
      let field = type?.inputField(name)
      try value(field, field?.type)
    }
  }
}
