import Basics
import Documents

/// Applies compiled schemas to one value. The work is limited for any schema: by steps, by the depth of nested schemas,
/// and by the number of references followed at the same value.
struct SchemaEvaluator {
  /// Collects problems; once it is full, further ones are not described.
  struct Sink {
    var problems: [SchemaProblem] = []
    var limit: Int

    static var quiet: Sink { Sink(limit: 0) }

    var isFull: Bool { problems.count >= limit }
  }

  /// The items and properties of a value that a schema has evaluated, for `unevaluatedItems` and
  /// `unevaluatedProperties`.
  struct Seen {
    var members: Set<Int> = []
    var hasAllMembers = false
    var items: Set<Int> = []
    var firstItems = 0
    var hasAllItems = false

    mutating func add(_ other: Seen) {
      members.formUnion(other.members)
      items.formUnion(other.items)
      firstItems = max(firstItems, other.firstItems)
      hasAllMembers = hasAllMembers || other.hasAllMembers
      hasAllItems = hasAllItems || other.hasAllItems
    }

    func has(item index: Int) -> Bool { hasAllItems || index < firstItems || items.contains(index) }
  }

  let program: JSONSchema.Program
  private var expressions: [LinearRegex]
  /// The number of steps left.
  private(set) var steps: Int
  private var path: [DocumentPath.Step] = []
  /// The resources on the path to here, from the outermost.
  private(set) var scope: [Int] = []
  private var depth = 0
  /// The number of nested schemas applied to the same value.
  private var hops = 0
  /// Fits the smallest thread stack (512 KB), with room for the callers.
  static let deepest = 300
  private static let mostHops = 250

  init(_ program: JSONSchema.Program, steps: Int) {
    self.program = program
    expressions = program.expressions
    self.steps = steps
  }

  /// - Returns: whether the value matches; if not, the reasons are added to `sink` while it has room.
  mutating func apply(
    _ number: Int, to value: JSONValue, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    let (formerHops, formerScope) = (hops, scope.count)
    defer {
      hops = formerHops
      scope.removeLast(scope.count - formerScope)
    }
    let node = try entered(number)
    switch node.content {
    case .anything: return true
    case .nothing:
      if !sink.isFull { report(SchemaWords.refusal(node.location), at: node.location, nil, &sink) }
      return false
    case .rules(let rules):
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.deepest else { throw .tooDeep(place: node.location) }
      return try holds(rules, of: node, value, &seen, &sink)
    }
  }

  /// The schema behind references without other keywords; following them here uses no stack.
  private mutating func entered(_ number: Int) throws(SchemaFault) -> SchemaNode {
    var node = program.nodes[number]
    while true {
      try spend(1)
      hops += 1
      guard hops < Self.mostHops else { throw .endless(place: node.location) }
      if scope.last != node.resource { scope.append(node.resource) }
      guard case .rules(let rules) = node.content, rules.count == 1, case .reference(let target) = rules[0] else {
        return node
      }
      node = program.nodes[target]
    }
  }

  private mutating func holds(
    _ rules: [SchemaRule], of node: SchemaNode, _ value: JSONValue, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    var own = Seen()
    var isValid = true
    for rule in rules {
      // A failed schema does not count as having evaluated anything.
      if !isValid, rule.isAboutTheRest { continue }
      if try !holds(rule, of: node, value, &own, &sink) {
        isValid = false
        if sink.isFull { return false }
      }
    }
    if isValid, program.needsEvaluated { seen.add(own) }
    return isValid
  }

  private mutating func holds(
    _ rule: SchemaRule, of node: SchemaNode, _ value: JSONValue, _ seen: inout Seen, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    switch rule {
    case .type, .values, .bound, .count, .pattern, .uniqueItems, .required, .dependentRequired:
      return try meets(rule, of: node, value, &sink)
    case .items, .contains, .unevaluatedItems:
      guard case .array(let items) = value else { return true }
      return try holds(rule, of: node, items: items, &seen, &sink)
    case .properties, .propertyNames, .unevaluatedProperties:
      guard case .object(let members) = value else { return true }
      return try holds(rule, members: members, &seen, &sink)
    case .all, .any, .one, .not, .condition, .reference, .dynamicReference, .dependentSchemas:
      return try holds(rule, of: node, same: value, &seen, &sink)
    }
  }

  // MARK: For the rules

  /// Applies a schema to a part of the value.
  mutating func descend(
    _ step: DocumentPath.Step, _ number: Int, _ value: JSONValue, _ sink: inout Sink
  ) throws(SchemaFault) -> Bool {
    let around = hops
    hops = 0
    path.append(step)
    defer {
      hops = around
      path.removeLast()
    }
    var seen = Seen()
    return try apply(number, to: value, &seen, &sink)
  }

  mutating func isQuietlyValid(_ number: Int, _ value: JSONValue, _ seen: inout Seen) throws(SchemaFault) -> Bool {
    var quiet = Sink.quiet
    return try apply(number, to: value, &seen, &quiet)
  }

  mutating func matches(_ expression: Int, _ text: String) throws(SchemaFault) -> Bool {
    try spend(1 + text.utf8.count / 8)
    guard let isMatch = expressions[expression].matchesPart(of: text, steps: &steps) else { throw .tooLong }
    return isMatch
  }

  mutating func spend(_ count: Int) throws(SchemaFault) {
    steps -= count
    if steps < 0 { throw .tooLong }
    if steps & 0x3FFF < count, Task.isCancelled { throw .cancelled }
  }

  func report(_ reason: String, at location: String, _ actual: JSONValue?, _ sink: inout Sink) {
    sink.problems.append(
      SchemaProblem(
        path: DocumentPath(steps: path), location: location, reason: reason, actual: actual.map(SchemaWords.shown)))
  }
}

extension SchemaRule {
  fileprivate var isAboutTheRest: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedProperties: true
    default: false
    }
  }
}

/// Applies other schemas to the same value.
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
      if !sink.isFull { report("must not match this schema", at: "\(node.location)/not", value, &sink) }
      return false
    case .condition(let condition, let then, let other):
      var inner = Seen()
      let isSo = try isQuietlyValid(condition, value, &inner)
      if isSo { seen.add(inner) }
      guard let next = isSo ? then : other else { return true }
      return try apply(next, to: value, &seen, &sink)
    case .reference(let schema): return try apply(schema, to: value, &seen, &sink)
    case .dynamicReference(let initial, let anchor):
      // The outermost resource takes precedence.
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

  /// Reports the alternative that fails last, which is most likely the intended one.
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
