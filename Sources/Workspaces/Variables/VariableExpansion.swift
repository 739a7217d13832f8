/// Replaces variables in texts. Each value is computed once, and expansion is limited: ten names that each contain ten
/// others would otherwise give a billion values after nine steps.
struct VariableExpansion {
  private struct Value {
    var text: String
    var origin: VariableTable.Origin
    var isSecret: Bool
    /// Indicates whether it is the same at each use, because it contains no dynamic value.
    var isFixed: Bool
    /// Indicates whether it contains a text from an answer.
    var isFromAnswer = false
    /// The user's sources in it.
    var outside: [UserValueSource] = []
    var own: [OwnPiece] = []
  }

  /// A text with its variables replaced.
  private struct Expanded {
    var text: String
    var isSecret = false
    var isFixed = true
    var isFromAnswer = false
    var outside: [UserValueSource] = []
    var own: [OwnPiece] = []
  }

  private static let deepest = 64
  private let table: VariableTable
  private let dynamic: DynamicValues
  /// The number of nested values that may still be looked up.
  private var lookups = 20_000
  /// The number of bytes that such values may still produce.
  private var bytes = 4 << 20
  private var known: [String: Value] = [:]
  private var seen: Set<String> = []

  init(_ table: VariableTable, _ dynamic: DynamicValues) {
    self.table = table
    self.dynamic = dynamic
  }

  mutating func resolved(_ text: String) -> ResolvedText {
    let bytes = Array(text.utf8)
    var segments: [ResolvedText.Segment] = []
    var start = 0
    for reference in TemplateScanner.references(in: bytes) {
      if reference.range.lowerBound > start {
        segments.append(.init(range: start..<reference.range.lowerBound, kind: .plain))
      }
      segments.append(segment(reference))
      start = reference.range.upperBound
    }
    if start < bytes.count { segments.append(.init(range: start..<bytes.count, kind: .plain)) }
    return ResolvedText(source: text, segments: segments)
  }

  /// The value of an entry: unchanged if it is final, else with its variables replaced.
  mutating func resolved(_ entry: VariableTable.Entry) -> ResolvedText {
    guard entry.isFinal else { return resolved(entry.value) }
    return ResolvedText(
      source: entry.value, segments: [ResolvedText.Segment(range: 0..<entry.value.utf8.count, kind: .plain)])
  }

  private mutating func segment(_ reference: TemplateScanner.Reference) -> ResolvedText.Segment {
    do {
      let found = try value(reference, path: [])
      let kind = ResolvedText.Segment.Kind.resolved(value: found.text, origin: found.origin, isSecret: found.isSecret)
      return ResolvedText.Segment(range: reference.range, kind: kind, outside: found.outside, own: found.own)
    } catch {
      return ResolvedText.Segment(range: reference.range, kind: .unresolved(error))
    }
  }

  private mutating func value(
    _ reference: TemplateScanner.Reference, path: [String]
  ) throws(UnresolvedVariable) -> Value {
    switch reference.kind {
    case .value: try value(reference.inner, path: path)
    case .literal: Value(text: reference.inner, origin: .literal, isSecret: false, isFixed: true)
    case .tag: throw TemplateTag.unresolved(reference.inner)
    }
  }

  private mutating func value(_ inner: String, path: [String]) throws(UnresolvedVariable) -> Value {
    let named = try expanded(inner, path: path)
    guard !named.isFromAnswer else { throw UnresolvedVariable(inner, .namedByAnswer) }
    guard named.isSecret || !named.outside.isEmpty else { return try value(named, path: path) }
    do {
      var found = try value(named, path: path)
      let (name, written) = ("{{\(named.text)}}", "{{\(inner)}}")
      found.own = found.own.map {
        $0.name == name ? OwnPiece(range: $0.range, name: written, isAnswer: $0.isAnswer) : $0
      }
      return found
    } catch {
      // The name is built from a secret or a value of the user's, so it is shown as written.
      throw error.hiding(named.text, behind: inner)
    }
  }

  private mutating func value(_ named: Expanded, path: [String]) throws(UnresolvedVariable) -> Value {
    let name = named.text
    if var value = known[name] {
      value.isSecret = value.isSecret || named.isSecret
      value.isFixed = named.isFixed
      value.outside = Self.joined(named.outside, value.outside)
      return value
    }
    if path.contains(name) { throw UnresolvedVariable(name, .cycle(path.drop { $0 != name } + [name])) }
    guard path.count < Self.deepest else { throw UnresolvedVariable(path[0], .tooLarge) }
    let question = PromptQuestion(named: name)
    guard let (entry, variable) = table.entry(for: question?.name ?? name) else {
      var made = try other(name)
      made.outside = named.outside
      return made
    }
    if table.isUnset(variable, entry) { throw UnresolvedVariable(name, .notSet) }
    // Each repeated computation counts against the limit.
    if !seen.insert(name).inserted { try pay(entry.value.utf8.count, path + [name]) }
    if let question, !question.accepts(entry.value) { throw UnresolvedVariable(name, .noChoice) }
    let isSecret = entry.isSecret || question?.isHidden == true
    let inside = entry.isFinal ? Expanded(text: entry.value) : try expanded(entry.value, path: path + [name])
    // Variables in the user's own input are followed without consent, and so are those that it names. Anything further
    // is the collection's text again.
    var outside = inside.outside
    if entry.origin.scope.isTyped, !outside.isEmpty {
      let named = UserValueSource.variables(in: [entry.value])
      outside.removeAll { $0.isNamed(in: named) }
    }
    if let source = entry.source { outside = Self.joined(outside, [source]) }
    let isOwn = entry.source?.isValue == true || isSecret && entry.origin.scope.isKeptByUser
    let own =
      isOwn
      ? [OwnPiece(range: 0..<inside.text.utf8.count, name: "{{\(name)}}", isAnswer: entry.origin == .prompt)]
      : inside.own
    var value = Value(
      text: inside.text, origin: entry.origin, isSecret: isSecret || inside.isSecret, isFixed: inside.isFixed,
      isFromAnswer: entry.isFromAnswer || inside.isFromAnswer, outside: outside, own: own)
    if value.isFixed { known[name] = value }
    value.isSecret = value.isSecret || named.isSecret
    value.isFixed = value.isFixed && named.isFixed
    value.outside = Self.joined(named.outside, value.outside)
    return value
  }

  /// Each source once; a value may contain another a thousand times.
  private static func joined(_ left: [UserValueSource], _ right: [UserValueSource]) -> [UserValueSource] {
    if right.isEmpty { return left }
    return left + right.filter { !left.contains($0) }
  }

  /// A value without an entry.
  private func other(_ name: String) throws(UnresolvedVariable) -> Value {
    guard name.hasPrefix("$") else { throw UnresolvedVariable(name, table.missing(name)) }
    guard let made = dynamic.value(of: String(name.dropFirst())) else {
      throw UnresolvedVariable(name, .unknownDynamic)
    }
    return Value(text: made, origin: .dynamic, isSecret: false, isFixed: false)
  }

  /// `text` with its variables replaced.
  private mutating func expanded(_ text: String, path: [String]) throws(UnresolvedVariable) -> Expanded {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return Expanded(text: text) }
    let source = Array(text.utf8)
    var expanded = Expanded(text: text)
    var result: [UInt8] = []
    var start = 0
    for reference in TemplateScanner.references(in: source) {
      result += source[start..<reference.range.lowerBound]
      lookups -= 1
      let found = try value(reference, path: path)
      try pay(found.text.utf8.count, path)
      expanded.own += found.own.map { $0.moved(by: result.count) }
      result += Array(found.text.utf8)
      expanded.isSecret = expanded.isSecret || found.isSecret
      expanded.isFixed = expanded.isFixed && found.isFixed
      expanded.isFromAnswer = expanded.isFromAnswer || found.isFromAnswer
      expanded.outside = Self.joined(expanded.outside, found.outside)
      start = reference.range.upperBound
    }
    guard start > 0 else { return expanded }
    expanded.text = String(decoding: result + source[start...], as: UTF8.self)
    return expanded
  }

  private mutating func pay(_ count: Int, _ path: [String]) throws(UnresolvedVariable) {
    bytes -= count
    guard bytes > 0, lookups > 0 else { throw UnresolvedVariable(path.first ?? "", .tooLarge) }
  }
}
