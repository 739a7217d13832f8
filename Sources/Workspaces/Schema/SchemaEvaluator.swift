import Basics
import Documents

/// Applies compiled schemas to one value. Its work is bounded, whatever the schema: by steps, by the depth of schemas
/// within schemas, and by how often schemas lead to each other without going down in the value.
struct SchemaEvaluator {
  /// Where problems go; none are described once it is full.
  struct Sink {
    var problems: [SchemaProblem] = []
    var limit: Int

    static var quiet: Sink { Sink(limit: 0) }

    var isFull: Bool { problems.count >= limit }
  }

  /// What of the value a schema has looked at, for `unevaluatedItems` and `unevaluatedProperties`.
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
  /// How many more schemas may be applied.
  private(set) var steps: Int
  private var path: [DocumentPath.Step] = []
  /// The resources that led here, from the outermost.
  private(set) var scope: [Int] = []
  private var depth = 0
  /// How many schemas were applied one within the other to this very value.
  private var hops = 0
  /// Fits on the smallest stack of a thread (512 KB), with room for the callers.
  static let deepest = 300
  private static let mostHops = 250

  init(_ program: JSONSchema.Program, steps: Int) {
    self.program = program
    expressions = program.expressions
    self.steps = steps
  }

  /// - Returns: whether the value fits; if not, and `sink` has room, it gets the reasons.
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

  /// The schema itself, behind references that say nothing else: followed here, they take no room on the stack.
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
      // A schema that failed says nothing about what it has looked at.
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
