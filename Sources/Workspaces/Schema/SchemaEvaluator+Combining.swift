import Basics
import Documents

/// Other schemas for the same value.
extension SchemaEvaluator {
  mutating func holds(
    _ rule: SchemaRule, of node: SchemaNode, same value: JSONValue, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    switch rule {
    case .all(let schemas):
      var isValid = true
      for schema in schemas where try !apply(schema, to: value, &seen, &sink) {
        isValid = false
        if sink.isFull { return false }
      }
      return isValid
    case .any(let schemas): return try holdsAny(schemas, of: node, value, &seen, &sink)
    case .one(let schemas): return try holdsOne(schemas, of: node, value, &seen, &sink)
    case .not(let schema):
      var unused = Seen()
      guard try isQuietlyValid(schema, value, &unused) else { return true }
      if !sink.isFull { report("this is what it must not be", at: "\(node.location)/not", value, &sink) }
      return false
    case .condition(let condition, let then, let other):
      var inner = Seen()
      let isSo = try isQuietlyValid(condition, value, &inner)
      if isSo { seen.add(inner) }
      guard let next = isSo ? then : other else { return true }
      return try apply(next, to: value, &seen, &sink)
    case .reference(let schema): return try apply(schema, to: value, &seen, &sink)
    case .dynamicReference(let initial, let anchor):
      // The outermost one counts.
      let outermost = scope.first { program.dynamicAnchors[$0][anchor] != nil }
      let target = outermost.flatMap { program.dynamicAnchors[$0][anchor] }
      return try apply(target ?? initial, to: value, &seen, &sink)
    case .dependentSchemas(let schemas, _):
      guard case .object(let members) = value else { return true }
      var isValid = true
      for (name, schema) in schemas where members.contains(where: { ExactText($0.name) == ExactText(name) }) {
        try spend(members.count / 8)
        if try !apply(schema, to: value, &seen, &sink) {
          isValid = false
          if sink.isFull { return false }
        }
      }
      return isValid
    default: return true
    }
  }

  private mutating func holdsAny(
    _ schemas: [Int], of node: SchemaNode, _ value: JSONValue, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var isValid = schemas.isEmpty
    for schema in schemas {
      var inner = Seen()
      guard try isQuietlyValid(schema, value, &inner) else { continue }
      isValid = true
      guard program.needsEvaluated else { return true }
      seen.add(inner)
    }
    if !isValid { try reportNearest(schemas, "anyOf", of: node, value, &sink) }
    return isValid
  }

  private mutating func holdsOne(
    _ schemas: [Int], of node: SchemaNode, _ value: JSONValue, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var fitting: [Int] = []
    for (index, schema) in schemas.enumerated() {
      var inner = Seen()
      guard try isQuietlyValid(schema, value, &inner) else { continue }
      fitting.append(index)
      seen.add(inner)
      guard fitting.count > 1 else { continue }
      let names = fitting.map { "oneOf/\($0)" }.joined(separator: " and ")
      if !sink.isFull {
        report("fits \(names), expected exactly one of them", at: "\(node.location)/oneOf", nil, &sink)
      }
      return false
    }
    if fitting.isEmpty { try reportNearest(schemas, "oneOf", of: node, value, &sink) }
    return !fitting.isEmpty
  }

  /// Names the alternative that fails the latest: most likely the one that was meant.
  private mutating func reportNearest(
    _ schemas: [Int], _ keyword: String, of node: SchemaNode, _ value: JSONValue, _ sink: inout Sink
  ) throws(SchemaFault) {
    guard !sink.isFull else { return }
    var nearest: (index: Int, problem: SchemaProblem)?
    for (index, schema) in schemas.prefix(20).enumerated() {
      var (unused, inner) = (Seen(), Sink(limit: 1))
      _ = try apply(schema, to: value, &unused, &inner)
      guard let problem = inner.problems.first else { continue }
      let isDeeper = problem.path.steps.count > (nearest?.problem.path.steps.count ?? -1)
      if isDeeper { nearest = (index, problem) }
    }
    let count = schemas.count == 1 ? "the only alternative" : "none of the \(schemas.count) alternatives"
    let verb = schemas.count == 1 ? "does not fit \(count)" : "fits \(count)"
    let reason = nearest.map { "; nearest is \(keyword)/\($0.index): \($0.problem.words())" } ?? ""
    report(verb + reason, at: "\(node.location)/\(keyword)", nil, &sink)
  }
}
