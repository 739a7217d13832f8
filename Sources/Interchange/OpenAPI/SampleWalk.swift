import Basics
import Workspaces

/// One attempt to create a value of a schema, with limits on levels and nodes. A recursive schema ends at its first
/// repetition.
struct SampleWalk {
  /// The maximum recursion depth: references and choices recurse without adding a level to the value.
  private static let callLimit = 64

  let references: JSONReferences
  let direction: SampleDirection
  let depthLimit: Int
  let limit: Int
  var memory: [KnownSample.Key: KnownSample]
  /// The number of nodes visited.
  private(set) var visits = 0
  /// The cost of the value, including what came from memory.
  private(set) var cost = 0
  /// True if the limit was reached, so that the value is incomplete.
  private(set) var isOver = false

  private(set) var calls = 0
  private(set) var deepest = 0
  /// The references being followed, with their levels.
  private(set) var open: [String: Int] = [:]
  /// The outermost open reference that was cut off; -1 if the depth limit cut it.
  private(set) var cutLevel = Int.max

  /// `nil` if there is no value: the schema repeats, or a limit is reached.
  mutating func value(of schema: JSONValue, depth: Int = 0) -> JSONValue? {
    guard look(at: schema) else { return nil }
    guard depth <= depthLimit, calls < Self.callLimit else {
      cutLevel = -1
      return nil
    }
    calls += 1
    defer { calls -= 1 }
    deepest = max(deepest, depth)
    if let written = SchemaWords.written(schema) { return taken(written, of: schema, depth) }
    if let reference = schema["$ref"]?.string { return value(ofReference: reference, depth) }
    if let parts = schema["allOf"]?.array { return merged(parts, schema, depth) }
    if let options = (schema["oneOf"] ?? schema["anyOf"])?.array, !options.isEmpty {
      return choice(options, schema, depth)
    }
    switch SchemaWords.type(of: schema) {
    case "object": return .object(members(of: schema, depth))
    case "array": return .array(items(of: schema, depth))
    case "integer": return MadeUpValue.number(of: schema, isWhole: true)
    case "number": return MadeUpValue.number(of: schema, isWhole: false)
    case "boolean": return .bool(false)
    case "null": return .null
    default: return .string(MadeUpValue.text(of: schema))
    }
  }

  /// Counts the cost of a schema: its number of members, each of which may be searched.
  private mutating func look(at schema: JSONValue, nodes: Int = 1) -> Bool {
    let width = if case .object(let members) = schema { members.count } else { 0 }
    visits += nodes + width / 32
    return spend(nodes + width / 32)
  }

  private mutating func spend(_ amount: Int) -> Bool {
    cost += amount
    if cost > limit { isOver = true }
    return !isOver
  }

  private mutating func taken(_ written: JSONValue, of schema: JSONValue, _ depth: Int) -> JSONValue? {
    var filter = ExampleFilter(references: references, direction: direction)
    let value = filter.filtered(written, schema)
    visits += filter.visits
    // A top-level example stays as its author wrote it.
    guard depth > 0 else { return value }
    return spend(value.weight(atMost: limit)) ? value : nil
  }

  private mutating func value(ofReference reference: String, _ depth: Int) -> JSONValue? {
    let key = KnownSample.Key(reference: reference, direction: direction)
    if let known = memory[key], depth + known.height <= depthLimit {
      deepest = max(deepest, depth + known.height)
      return spend(known.cost) ? known.value : nil
    }
    if let level = open[reference] {
      cutLevel = min(cutLevel, level)
      return nil
    }
    guard let target = references[reference] else { return .null }
    let level = open.count
    let outer = (cut: cutLevel, deepest: deepest, cost: cost)
    open[reference] = level
    (cutLevel, deepest) = (.max, depth)
    let made = value(of: target, depth: depth)
    open[reference] = nil
    if let made, cutLevel >= level, !isOver {
      memory[key] = KnownSample(value: made, cost: cost - outer.cost, height: deepest - depth)
    }
    // If it was only cut off at this reference, the value is complete for the outside.
    cutLevel = min(outer.cut, cutLevel < level ? cutLevel : .max)
    deepest = max(outer.deepest, deepest)
    return made
  }

  private mutating func members(of schema: JSONValue, _ depth: Int) -> [JSONValue.Member] {
    guard case .object(let properties) = schema["properties"] ?? .null else { return [] }
    let required = Set((schema["required"]?.array ?? []).prefix(1_000).compactMap(\.string))
    guard depth < depthLimit || properties.isEmpty else { return emptyMembers(properties, required) }
    var members: [JSONValue.Member] = []
    for property in properties {
      guard look(at: references.resolved(property.value), nodes: 0) else { break }
      if direction.hides(property.value, references) {
        guard look(at: .null) else { break }
        continue
      }
      if let value = value(of: property.value, depth: depth + 1) {
        members.append(JSONValue.Member(property.name, value))
      } else if !isOver, required.contains(property.name) {
        members.append(JSONValue.Member(property.name, SchemaWords.empty(references.resolved(property.value))))
      }
      if isOver { break }
    }
    return members
  }

  /// The members of the last level: only required ones, without values. Omitted members cost nothing; otherwise fewer
  /// levels would not give a smaller sample.
  private mutating func emptyMembers(_ properties: [JSONValue.Member], _ required: Set<String>) -> [JSONValue.Member] {
    cutLevel = -1
    guard look(at: .object(properties), nodes: 0), !required.isEmpty else { return [] }
    var members: [JSONValue.Member] = []
    for property in properties where required.contains(property.name) {
      let resolved = references.resolved(property.value)
      guard look(at: resolved) else { break }
      if direction.hides(property.value, references) { continue }
      members.append(JSONValue.Member(property.name, SchemaWords.empty(resolved)))
    }
    return members
  }

  private mutating func items(of schema: JSONValue, _ depth: Int) -> [JSONValue] {
    let tuple = schema["prefixItems"]?.array ?? schema["items"]?.array
    var values: [JSONValue] = []
    for item in tuple ?? [schema["items"]].compactMap(\.self) {
      if let value = value(of: item, depth: depth + 1) { values.append(value) }
      if isOver { break }
    }
    guard tuple == nil, let item = values.first, !isOver else { return values }
    let count = MadeUpValue.itemCount(of: schema)
    return spend((count - 1) * item.weight(atMost: limit)) ? Array(repeating: item, count: count) : values
  }

  /// The merged members of all parts; if the parts are not objects, the first.
  private mutating func merged(_ parts: [JSONValue], _ schema: JSONValue, _ depth: Int) -> JSONValue? {
    var merge = MemberMerge()
    var other: JSONValue?
    for part in parts {
      guard look(at: part, nodes: 0) else { break }
      guard SchemaWords.hasShape(part) else {
        guard look(at: .null) else { break }
        continue
      }
      switch value(of: part, depth: depth) {
      case .object(let members): merge.add(members)
      case let value: other = other ?? value
      }
      if isOver { break }
    }
    if schema["properties"] != nil { merge.add(members(of: schema, depth)) }
    return merge.value ?? other
  }

  /// The first possible alternative, merged with the properties that the schema declares beside the alternatives.
  private mutating func choice(_ options: [JSONValue], _ schema: JSONValue, _ depth: Int) -> JSONValue? {
    var chosen: JSONValue?
    for option in options {
      guard look(at: option, nodes: 0) else { break }
      if option["type"]?.string == "null" {
        guard look(at: .null) else { break }
        continue
      }
      chosen = value(of: option, depth: depth)
      if chosen != nil || isOver { break }
    }
    guard schema["properties"] != nil else { return chosen }
    var merge = MemberMerge()
    merge.add(members(of: schema, depth))
    if case .object(let members) = chosen { merge.add(members) }
    return merge.value
  }
}

/// Merges the members of several objects; later ones replace earlier ones with the same name.
private struct MemberMerge {
  private var members: [JSONValue.Member]?
  private var indices: [String: Int] = [:]

  /// `nil` if there was no object.
  var value: JSONValue? { members.map { .object($0) } }

  mutating func add(_ more: [JSONValue.Member]) {
    if members == nil { members = [] }
    for member in more {
      if let index = indices[member.name] {
        members?[index] = member
      } else {
        indices[member.name] = members?.count
        members?.append(member)
      }
    }
  }
}

/// Invents values within the limits of their schema.
enum MadeUpValue {
  /// The maximum length of an invented text, and the maximum number of items of a list.
  private static let mostCharacters = 1_000
  private static let mostItems = 100

  /// A text in the format, at least `minLength` long.
  static func text(of schema: JSONValue) -> String {
    let text = text(ofFormat: schema["format"]?.string)
    let least = count(schema["minLength"], atMost: mostCharacters)
    return text + String(repeating: "a", count: max(0, least - text.unicodeScalars.count))
  }

  private static func text(ofFormat format: String?) -> String {
    switch format {
    case "date": "2026-01-01"
    case "date-time": "2026-01-01T00:00:00Z"
    case "time": "00:00:00Z"
    case "duration": "P1D"
    case "uuid": "00000000-0000-0000-0000-000000000000"
    case "email", "idn-email": "user@example.com"
    case "hostname", "idn-hostname": "example.com"
    case "ipv4", "ip": "192.0.2.1"
    case "ipv6": "2001:db8::1"
    case "uri", "url", "iri", "uri-reference", "iri-reference": "https://example.com"
    case "uri-template": "https://example.com/{id}"
    case "json-pointer": "/a"
    default: ""
    }
  }

  /// 0, or the nearest number within the limits.
  static func number(of schema: JSONValue, isWhole: Bool) -> JSONValue {
    let (least, most) = (bound(schema, "minimum", "exclusiveMinimum"), bound(schema, "maximum", "exclusiveMaximum"))
    var value = 0.0
    if let least, least.value > 0 || least.value == 0 && least.isExclusive {
      value = isWhole ? least.value.rounded(.up) : least.value
      if least.isExclusive, value == least.value { value += isWhole ? 1 : step(above: least.value, below: most?.value) }
    } else if let most, most.value < 0 || most.value == 0 && most.isExclusive {
      value = isWhole ? most.value.rounded(.down) : most.value
      if most.isExclusive, value == most.value { value -= isWhole ? 1 : step(above: least?.value, below: most.value) }
    }
    if let factor = schema["multipleOf"]?.double, factor > 0 {
      value = (value / factor).rounded(value < 0 ? .down : .up) * factor
    }
    // Beyond this, integers are not exact.
    guard value.magnitude < 9_007_199_254_740_992 else { return .number("0") }
    return .number(value.rounded() == value ? String(Int(value)) : "\(value)")
  }

  private static func step(above least: Double?, below most: Double?) -> Double {
    guard let least, let most, most - least <= 1 else { return 1 }
    return (most - least) / 2
  }

  private static func bound(_ schema: JSONValue, _ name: String, _ exclusive: String) -> (
    value: Double, isExclusive: Bool
  )? {
    // A number since 3.1, and a flag before.
    if let value = schema[exclusive]?.double { return (value, true) }
    return schema[name]?.double.map { ($0, schema[exclusive]?.bool == true) }
  }

  /// The number of times an item is repeated.
  static func itemCount(of schema: JSONValue) -> Int { max(1, count(schema["minItems"], atMost: mostItems)) }

  private static func count(_ node: JSONValue?, atMost most: Int) -> Int {
    guard let value = node?.double, value > 0 else { return 0 }
    return value < Double(most) ? Int(value) : most
  }
}
