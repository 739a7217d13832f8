import Basics
import Documents

/// Checks the value itself.
extension SchemaEvaluator {
  mutating func meets(
    _ rule: SchemaRule, of node: SchemaNode, _ value: JSONValue, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    switch rule {
    case .type(let types):
      if types.fits(value) { return true }
      say("expected \(types.words)", "type", of: node, value, &sink)
    case .values(let values, let shown, let keyword):
      try spend(1)
      if try isOne(of: values, value) { return true }
      say("expected \(shown)", keyword, of: node, value, &sink)
    case .bound(let bound, let limit, let shown):
      guard case .number(let text) = value else { return true }
      try spend(1 + text.utf8.count / 8)
      if Self.isWithin(DecimalNumber(text), bound, limit) { return true }
      say(SchemaWords.bound(bound, shown), bound.rawValue, of: node, value, &sink)
    case .count(let count, let limit):
      guard let actual = Self.size(of: value, count) else { return true }
      if count.isMost ? actual <= limit : actual >= limit { return true }
      say(SchemaWords.count(count, limit, actual: actual), count.rawValue, of: node, nil, &sink)
    case .pattern(let expression, let shown):
      guard case .string(let text) = value else { return true }
      if try matches(expression, text) { return true }
      say("expected a text that matches \(shown)", "pattern", of: node, value, &sink)
    case .uniqueItems: return try areUnique(value, of: node, &sink)
    case .required(let names):
      guard case .object(let members) = value else { return true }
      let missing = try missing(names, in: members)
      if missing.isEmpty { return true }
      say(Self.missingWords(missing), "required", of: node, nil, &sink)
    case .dependentRequired(let rules, let keyword):
      return try areComplete(rules, keyword, of: node, value, &sink)
    default: return true
    }
    return false
  }

  private func say(
    _ reason: @autoclosure () -> String, _ keyword: String, of node: SchemaNode, _ actual: JSONValue?,
    _ sink: inout Sink
  ) {
    if !sink.isFull { report(reason(), at: "\(node.location)/\(keyword)", actual, &sink) }
  }

  private mutating func isOne(of values: Set<[UInt8]>, _ value: JSONValue) throws(SchemaFault) -> Bool {
    let bytes = value.canonical
    try spend(bytes.count / 16)
    return values.contains(bytes)
  }

  private static func isWithin(_ number: DecimalNumber, _ bound: SchemaBound, _ limit: DecimalNumber) -> Bool {
    switch bound {
    case .multipleOf: number.isMultiple(of: limit)
    case .maximum: !(limit < number)
    case .exclusiveMaximum: number < limit
    case .minimum: !(number < limit)
    case .exclusiveMinimum: limit < number
    }
  }

  private static func size(of value: JSONValue, _ count: SchemaCount) -> Int? {
    switch (count, value) {
    // RFC 8259 counts code points.
    case (.maxLength, .string(let text)), (.minLength, .string(let text)): text.unicodeScalars.count
    case (.maxItems, .array(let items)), (.minItems, .array(let items)): items.count
    case (.maxProperties, .object(let members)), (.minProperties, .object(let members)): members.count
    default: nil
    }
  }

  private mutating func areUnique(
    _ value: JSONValue, of node: SchemaNode, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    guard case .array(let items) = value else { return true }
    var places: [[UInt8]: Int] = [:]
    for (index, item) in items.enumerated() {
      let bytes = item.canonical
      try spend(1 + bytes.count / 16)
      if let first = places.updateValue(index, forKey: bytes) {
        say("elements \(first) and \(index) are equal", "uniqueItems", of: node, nil, &sink)
        return false
      }
    }
    return true
  }

  private mutating func missing(
    _ names: [String], in members: [JSONValue.Member]
  ) throws(SchemaFault) -> [String] {
    try spend(names.count + members.count / 8)
    if names.count * members.count <= 64 {
      return names.filter { name in !members.contains { ExactText($0.name) == ExactText(name) } }
    }
    let there = Set(members.map { ExactText($0.name) })
    return names.filter { !there.contains(ExactText($0)) }
  }

  private static func missingWords(_ names: [String]) -> String {
    let shown = names.prefix(5).map { SchemaWords.shown(.string($0)) }.joined(separator: ", ")
    return names.count == 1
      ? "the member \(shown) is missing" : "the members \(shown)\(names.count > 5 ? ", …" : "") are missing"
  }

  private mutating func areComplete(
    _ rules: [(name: String, needs: [String])], _ keyword: String, of node: SchemaNode, _ value: JSONValue,
    _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    guard case .object(let members) = value else { return true }
    var isValid = true
    for rule in rules {
      guard try missing([rule.name], in: members).isEmpty else { continue }
      let missing = try missing(rule.needs, in: members)
      if missing.isEmpty { continue }
      isValid = false
      let because = ", because \(SchemaWords.shown(.string(rule.name))) is present"
      say(Self.missingWords(missing) + because, keyword, of: node, nil, &sink)
      if sink.isFull { break }
    }
    return isValid
  }
}

/// Applies schemas to the parts of a value.
extension SchemaEvaluator {
  mutating func holds(
    _ rule: SchemaRule, of node: SchemaNode, items: [JSONValue], _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var isValid = true
    switch rule {
    case .items(let prefix, let rest, _):
      for (index, item) in items.enumerated() {
        guard let schema = index < prefix.count ? prefix[index] : rest else { break }
        if try !descend(.index(index), schema, item, &sink) {
          isValid = false
          if sink.isFull { return false }
        }
      }
      seen.firstItems = max(seen.firstItems, prefix.count)
      if rest != nil { seen.hasAllItems = true }
    case .contains(let schema, let least, let most):
      return try contains(schema, least, most, of: node, items, &seen, &sink)
    case .unevaluatedItems(let schema):
      for (index, item) in items.enumerated() where !seen.has(item: index) {
        if try !descend(.index(index), schema, item, &sink) {
          isValid = false
          if sink.isFull { return false }
        }
      }
      seen.hasAllItems = true
    default: break
    }
    return isValid
  }

  private mutating func contains(
    _ schema: Int, _ least: Int, _ most: Int?, of node: SchemaNode, _ items: [JSONValue], _ seen: inout Seen,
    _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var count = 0
    let readsAll = most != nil || program.needsEvaluated
    for (index, item) in items.enumerated() {
      if count >= least, !readsAll { break }
      var quiet = Sink.quiet
      guard try descend(.index(index), schema, item, &quiet) else { continue }
      count += 1
      if program.needsEvaluated { seen.items.insert(index) }
    }
    if count < least {
      let words = least == 1 ? "no element matches" : "only \(count) elements match, expected \(least)"
      if !sink.isFull { report(words, at: "\(node.location)/contains", nil, &sink) }
      return false
    }
    guard let most, count > most else { return true }
    if !sink.isFull {
      report("\(count) elements match, expected at most \(most)", at: "\(node.location)/maxContains", nil, &sink)
    }
    return false
  }

  mutating func holds(
    _ rule: SchemaRule, members: [JSONValue.Member], _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var isValid = true
    for (index, member) in members.enumerated() {
      let holds: Bool
      switch rule {
      case .properties(let known, let patterns, let rest):
        holds = try fits(member, at: index, known, patterns, rest, &seen, &sink)
      case .propertyNames(let schema):
        holds = try descend(.name(member.name), schema, .string(member.name), &sink)
      case .unevaluatedProperties(let schema):
        if seen.hasAllMembers || seen.members.contains(index) { continue }
        holds = try descend(.name(member.name), schema, member.value, &sink)
      default: return true
      }
      if holds { continue }
      isValid = false
      if sink.isFull { return false }
    }
    if case .unevaluatedProperties = rule { seen.hasAllMembers = true }
    return isValid
  }

  private mutating func fits(
    _ member: JSONValue.Member, at index: Int, _ known: [ExactText: Int], _ patterns: [(expression: Int, node: Int)],
    _ rest: Int?, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var (isValid, isKnown) = (true, false)
    if let schema = known[ExactText(member.name)] {
      isKnown = true
      isValid = try descend(.name(member.name), schema, member.value, &sink)
    }
    for pattern in patterns where try matches(pattern.expression, member.name) {
      isKnown = true
      if isValid || !sink.isFull, try !descend(.name(member.name), pattern.node, member.value, &sink) {
        isValid = false
      }
    }
    if !isKnown, let rest {
      isKnown = true
      isValid = try descend(.name(member.name), rest, member.value, &sink)
    }
    if isKnown, program.needsEvaluated { seen.members.insert(index) }
    return isValid
  }
}
