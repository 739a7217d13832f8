/// Replaces variables in texts. Each value is computed once, and expansion is bounded: ten names that each contain ten
/// others would otherwise give a billion values after nine steps.
struct VariableExpansion {
  private struct Value {
    var text: String
    var origin: VariableTable.Origin
    var isSecret: Bool
    /// Whether it is the same at each use: it contains no dynamic value.
    var isFixed: Bool
    /// Whether it contains a text from an answer.
    var isFromAnswer = false
    /// The user's sources in it.
    var outside: [OutsideSource] = []
    var own: [OwnPiece] = []
  }

  /// A text with its variables replaced.
  private struct Expanded {
    var text: String
    var isSecret = false
    var isFixed = true
    var isFromAnswer = false
    var outside: [OutsideSource] = []
    var own: [OwnPiece] = []
  }

  private static let deepest = 64
  private let table: VariableTable
  private let dynamic: DynamicValues
  /// How many more nested values may be looked up.
  private var lookups = 20_000
  /// How many more bytes such values may produce.
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

  /// The value of an entry: as it is if it is final, else with its variables replaced.
  mutating func resolved(_ entry: VariableTable.Entry) -> ResolvedText {
    guard entry.isFinal else { return resolved(entry.value) }
    return ResolvedText(
      source: entry.value, segments: [ResolvedText.Segment(range: 0..<entry.value.utf8.count, kind: .plain)])
  }

  private mutating func segment(_ reference: TemplateScanner.Reference) -> ResolvedText.Segment {
    do {
      let found = try value(reference.inner, path: [])
      let kind = ResolvedText.Segment.Kind.resolved(value: found.text, origin: found.origin, isSecret: found.isSecret)
      return ResolvedText.Segment(range: reference.range, kind: kind, outside: found.outside, own: found.own)
    } catch {
      return ResolvedText.Segment(range: reference.range, kind: .unresolved(error))
    }
  }

  private mutating func value(_ inner: String, path: [String]) throws(UnresolvedVariable) -> Value {
    let named = try expanded(inner, path: path)
    guard !named.isFromAnswer else { throw UnresolvedVariable(inner, .namedByAnswer) }
    guard named.isSecret || !named.outside.isEmpty else { return try value(named, path: path) }
    do {
      var found = try value(named, path: path)
      let (name, written) = ("{{\(named.text)}}", "{{\(inner)}}")
      found.own = found.own.map { $0.name == name ? OwnPiece(range: $0.range, name: written) : $0 }
      return found
    } catch {
      // The name is built from a secret or a value of the user's: it is shown as written.
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
    guard let place = table.index.place(of: question?.name ?? name, in: table.entries) else {
      var made = try other(name)
      made.outside = named.outside
      return made
    }
    let entry = table.entries[place]
    // Each repeated computation counts against the limit.
    if !seen.insert(name).inserted { try pay(entry.value.utf8.count, path + [name]) }
    if let question, !question.accepts(entry.value) { throw UnresolvedVariable(name, .noChoice) }
    let isSecret = entry.isSecret || question?.isHidden == true
    let inside = entry.isFinal ? Expanded(text: entry.value) : try expanded(entry.value, path: path + [name])
    // What the user typed is followed without a question, and so is what it names itself. What these name in turn is the
    // collection's word again.
    var outside = inside.outside
    if entry.origin.scope.isTyped, !outside.isEmpty {
      let named = OutsideSource.variables(in: [entry.value])
      outside.removeAll { named.contains($0) }
    }
    if let source = entry.source { outside = Self.joined(outside, [source]) }
    outside = Self.joined(outside, entry.held)
    let isOwn = entry.source != nil || isSecret && entry.origin.scope.isKeptByUser
    let own = isOwn ? [OwnPiece(range: 0..<inside.text.utf8.count, name: "{{\(name)}}")] : inside.own
    var value = Value(
      text: inside.text, origin: entry.origin, isSecret: isSecret || inside.isSecret, isFixed: inside.isFixed,
      isFromAnswer: entry.isFromAnswer || inside.isFromAnswer, outside: outside, own: own)
    if value.isFixed { known[name] = value }
    value.isSecret = value.isSecret || named.isSecret
    value.isFixed = value.isFixed && named.isFixed
    value.outside = Self.joined(named.outside, value.outside)
    return value
  }

  /// Each once: a value may occur in another a thousand times.
  private static func joined(_ left: [OutsideSource], _ right: [OutsideSource]) -> [OutsideSource] {
    if right.isEmpty { return left }
    return left + right.filter { !left.contains($0) }
  }

  /// A value that has no entry.
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
      let found = try value(reference.inner, path: path)
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
