extension VariableTable {
  /// Looks every `{{name}}` of `text` up. Pure except for dynamic variables, which `dynamic` makes.
  public func resolved(_ text: String, dynamic: DynamicValues = .live) -> ResolvedText {
    let bytes = Array(text.utf8)
    var segments: [ResolvedText.Segment] = []
    var start = 0
    var budget = Self.largestResult
    for reference in TemplateScanner.references(in: bytes) {
      if reference.range.lowerBound > start {
        segments.append(.init(range: start..<reference.range.lowerBound, kind: .plain))
      }
      segments.append(segment(reference, dynamic, &budget))
      start = reference.range.upperBound
    }
    if start < bytes.count { segments.append(.init(range: start..<bytes.count, kind: .plain)) }
    return ResolvedText(source: text, segments: segments)
  }

  /// The entry that wins for `name`, and those that lost, innermost first.
  public func candidates(for name: String) -> [Entry] { entries.filter { matches($0, name) } }

  private static let largestResult = 32 << 20

  private func segment(
    _ reference: TemplateScanner.Reference, _ dynamic: DynamicValues, _ budget: inout Int
  ) -> ResolvedText.Segment {
    do {
      let found = try value(reference.inner, dynamic, path: [], &budget)
      let kind = ResolvedText.Segment.Kind.resolved(value: found.value, origin: found.origin, isSecret: found.isSecret)
      return ResolvedText.Segment(range: reference.range, kind: kind, outside: found.outside)
    } catch {
      return ResolvedText.Segment(range: reference.range, kind: .unresolved(error))
    }
  }

  private func value(
    _ inner: String, _ dynamic: DynamicValues, path: [String], _ budget: inout Int
  ) throws(UnresolvedVariable) -> (value: String, origin: Origin, isSecret: Bool, outside: [OutsideSource]) {
    let named = try expanded(inner, dynamic, path: path, &budget)
    let name = named.value
    if path.contains(name) { throw UnresolvedVariable(name, .cycle(path.drop { $0 != name } + [name])) }
    if let entry = entries.first(where: { matches($0, name) }) {
      let inside = try expanded(entry.value, dynamic, path: path + [name], &budget)
      // What the user typed is followed without a question, and so is what it names.
      var outside = entry.origin.isTyped ? named.outside : Self.joined(named.outside, inside.outside)
      if let source = entry.source { outside = Self.joined(outside, [source]) }
      return (inside.value, entry.origin, entry.isSecret || inside.isSecret || named.isSecret, outside)
    }
    if name.hasPrefix("$") {
      guard let made = dynamic.value(of: String(name.dropFirst())) else {
        throw UnresolvedVariable(name, .unknownDynamic)
      }
      return (made, .dynamic, false, named.outside)
    }
    throw UnresolvedVariable(name, missing(name))
  }

  private func missing(_ name: String) -> UnresolvedVariable.Reason {
    if name.hasPrefix("?") { return .prompt }
    if let environment = unsetSecrets[name] { return .secretWithoutValue(environment: environment) }
    if name.contains("|") { return .noAnswer("that request has not been sent yet; send it first") }
    return disabled[name].map { .disabled($0) } ?? .missing
  }

  /// `text` with the variables in it in place. A value that doubles at each step is stopped by the budget.
  private func expanded(
    _ text: String, _ dynamic: DynamicValues, path: [String], _ budget: inout Int
  ) throws(UnresolvedVariable) -> (value: String, isSecret: Bool, outside: [OutsideSource]) {
    budget -= text.utf8.count
    guard budget > 0 else { throw UnresolvedVariable(path.first ?? text, .cycle(path)) }
    guard text.utf8.contains(UInt8(ascii: "{")) else { return (text, false, []) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var start = 0
    var isSecret = false
    var outside: [OutsideSource] = []
    for reference in TemplateScanner.references(in: bytes) {
      result += bytes[start..<reference.range.lowerBound]
      let found = try value(reference.inner, dynamic, path: path, &budget)
      result += Array(found.value.utf8)
      isSecret = isSecret || found.isSecret
      outside = Self.joined(outside, found.outside)
      start = reference.range.upperBound
    }
    result += bytes[start...]
    return (String(decoding: result, as: UTF8.self), isSecret, outside)
  }

  /// Each once: a value may stand in another a thousand times.
  private static func joined(_ left: [OutsideSource], _ right: [OutsideSource]) -> [OutsideSource] {
    if right.isEmpty { return left }
    return left + right.filter { !left.contains($0) }
  }

  /// By its name, or as `process.env.NAME` for what comes from `.env` and the process.
  private func matches(_ entry: Entry, _ name: String) -> Bool {
    if entry.name == name { return true }
    guard entry.origin == .dotenv || entry.origin == .process, name.hasPrefix(Self.processPrefix) else { return false }
    return name.utf8.count == Self.processPrefix.utf8.count + entry.name.utf8.count && name.hasSuffix(entry.name)
  }

  static let processPrefix = "process.env."
}
