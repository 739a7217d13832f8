import Basics
import Documents

/// Schemas for the parts of a value.
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
      let words = least == 1 ? "no element fits" : "only \(count) elements fit, expected \(least)"
      if !sink.isFull { report("\(words) what must be among them", at: "\(node.location)/contains", nil, &sink) }
      return false
    }
    guard let most, count > most else { return true }
    if !sink.isFull {
      report("\(count) elements fit, expected at most \(most)", at: "\(node.location)/maxContains", nil, &sink)
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
