/// Arguments, and what they are given.
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

  // Values nest, too.
  /// - Parameter input: the argument or field that the value is for, if it is the whole of it.
  mutating func value(_ input: SchemaInput?, _ expected: TypeReference?) throws(Ended) {
    guard try !plainValue(input, expected) else { return }
    let isList = kind == .bracketOpen
    guard try enter() else { return }
    if isList { try list(of: expected?.item) } else { try object(expected) }
    leave()
  }

  /// - Returns: `false` at a list or an object, which is not read.
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

  /// A member of an object up to its value.
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
