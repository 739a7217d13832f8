import Basics
import Workspaces

/// Creates a minimal example value for a schema. The cost is limited for each example and for all examples of a
/// document together.
struct SchemaSample {
  /// The maximum number of values visited for one example.
  static let exampleLimit = 2_000
  /// The limit for all examples together, in addition to the size of the document.
  static let documentLimit = 500_000
  /// The limit for each example once `documentLimit` is used up.
  static let leastLimit = 20
  /// If an example is too large, it is created again with fewer levels.
  private static let depths = [12, 6, 4, 3, 2, 1]

  let references: JSONReferences
  private var memory: [KnownSample.Key: KnownSample] = [:]
  private var remaining: Int
  /// The number of schemas and values visited in total.
  private(set) var visits = 0

  init(_ references: JSONReferences) {
    self.references = references
    remaining = Self.documentLimit + references.nodeCount
  }

  /// - Returns: the value, and whether it was shortened because of its size.
  mutating func value(of schema: JSONValue, for direction: SampleDirection) -> (value: JSONValue, isShort: Bool) {
    let isPoor = remaining <= 0
    let limit = isPoor ? Self.leastLimit : Self.exampleLimit
    var short = false
    for depth in isPoor ? [1] : Self.depths {
      var walk = SampleWalk(
        references: references, direction: direction, depthLimit: depth, limit: limit, memory: memory)
      // Moved out to avoid a copy while the walk adds to it.
      memory = [:]
      let value = walk.value(of: schema)
      memory = walk.memory
      visits += walk.visits
      remaining -= walk.visits
      short = short || walk.isOver
      if !walk.isOver || depth == 1 {
        remaining -= walk.cost
        return (value ?? .null, short)
      }
    }
    return (.null, true)
  }

  /// The value of a parameter if its schema gives one. Values are not invented, because they would be sent.
  mutating func parameter(_ schema: JSONValue) -> JSONValue? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    return parameter(schema, level: 0)
  }

  private mutating func parameter(_ schema: JSONValue, level: Int) -> JSONValue? {
    let (partLimit, propertyLimit) = (4, 200)
    let schema = references.overlaid(schema)
    visits += 1
    if let written = SchemaWords.written(schema) { return written }
    guard level < 4 else { return nil }
    for part in (schema["allOf"] ?? schema["oneOf"] ?? schema["anyOf"])?.array?.prefix(partLimit) ?? [] {
      if let value = parameter(part, level: level + 1) { return value }
    }
    guard level == 0 else { return nil }
    if let items = schema["items"] { return parameter(items, level: 1).map { .array([$0]) } }
    guard case .object(let properties) = schema["properties"] ?? .null, !properties.isEmpty else { return nil }
    remaining -= properties.count
    return .object(
      properties.prefix(propertyLimit).map { property in
        JSONValue.Member(property.name, parameter(property.value, level: 1) ?? .string(""))
      })
  }

  /// True if a value in the document may be used once more: with references, a short document can repeat a long value
  /// any number of times.
  mutating func affords(_ value: JSONValue) -> Bool { affords(weight: value.weight(atMost: max(remaining, 0) + 1)) }

  mutating func affords(weight: Int) -> Bool {
    guard remaining > 0 else { return false }
    remaining -= weight
    return true
  }
}

/// The value of a referenced schema of which no part was cut off.
struct KnownSample {
  struct Key: Hashable {
    var reference: String
    var direction: SampleDirection
  }

  var value: JSONValue
  var cost: Int
  /// The number of levels below the value.
  var height: Int
}

extension JSONValue {
  /// The approximate size of a value: its nodes and the length of its texts. Counting stops at `limit`.
  func weight(atMost limit: Int) -> Int {
    var sum = 1
    switch self {
    case .string(let text): sum += text.utf8.count / 32
    case .array(let items):
      for item in items where sum < limit { sum += item.weight(atMost: limit - sum) }
    case .object(let members):
      for member in members where sum < limit { sum += member.value.weight(atMost: limit - sum) }
    default: break
    }
    return sum
  }
}

/// The direction of a value: requests have no read-only properties, and responses no write-only ones.
enum SampleDirection: Hashable {
  case request, response

  /// The keyword of a property's schema that excludes it.
  private var leavingOut: String {
    switch self {
    case .request: "readOnly"
    case .response: "writeOnly"
    }
  }

  /// True if a property is excluded by its schema, by the target of its reference, or by a part of it.
  func hides(_ property: JSONValue, _ references: JSONReferences) -> Bool {
    if property[leavingOut]?.bool == true { return true }
    let schema = references.resolved(property)
    if schema[leavingOut]?.bool == true { return true }
    return (schema["allOf"]?.array ?? []).prefix(8).contains { part in
      references.resolved(part)[leavingOut]?.bool == true
    }
  }
}

/// Removes the parts of a schema's own example that are not sent in this direction: requests and responses share
/// schemas.
struct ExampleFilter {
  private static let visitLimit = 20_000
  private static let levelLimit = 12

  let references: JSONReferences
  let direction: SampleDirection
  private(set) var visits = 0

  mutating func filtered(_ value: JSONValue, _ schema: JSONValue, level: Int = 0) -> JSONValue {
    guard level < Self.levelLimit, visits < Self.visitLimit else { return value }
    visits += 1
    switch value {
    case .object(let members):
      var properties: [String: JSONValue] = [:]
      gather(schema, into: &properties, level: level)
      guard !properties.isEmpty else { return value }
      var kept: [JSONValue.Member] = []
      for member in members {
        guard let property = properties[member.name] else {
          kept.append(member)
          continue
        }
        guard !direction.hides(property, references) else { continue }
        kept.append(JSONValue.Member(member.name, filtered(member.value, property, level: level + 1)))
      }
      return .object(kept)
    case .array(let items):
      guard let schema = references.resolved(schema)["items"] else { return value }
      return .array(items.map { filtered($0, schema, level: level + 1) })
    default: return value
    }
  }

  private mutating func gather(_ schema: JSONValue, into properties: inout [String: JSONValue], level: Int) {
    guard level < Self.levelLimit, visits < Self.visitLimit else { return }
    let schema = references.resolved(schema)
    let members = schema["properties"]?.members ?? []
    visits += members.count
    for member in members { properties[member.name] = member.value }
    for part in schema["allOf"]?.array ?? [] {
      visits += 1
      gather(part, into: &properties, level: level + 1)
    }
  }
}

/// Reads the keywords of a schema itself, without its references.
enum SchemaWords {
  /// The author's example, if any.
  static func written(_ schema: JSONValue) -> JSONValue? {
    schema["example"] ?? schema["default"] ?? schema["const"] ?? schema["examples"]?.array?.first
      ?? schema["x-example"] ?? schema["enum"]?.array?.first
  }

  static func type(of schema: JSONValue) -> String {
    if let type = schema["type"]?.string { return type }
    // 3.1 allows a list of types.
    if let type = schema["type"]?.array?.compactMap(\.string).first(where: { $0 != "null" }) { return type }
    if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
    return schema["items"] != nil || schema["prefixItems"] != nil ? "array" : "string"
  }

  /// True if it describes the shape of a value; a part of a composition may only constrain the others.
  static func hasShape(_ schema: JSONValue) -> Bool {
    guard case .object(let members) = schema else { return false }
    let words: Set<String> = [
      "$ref", "type", "properties", "items", "prefixItems", "allOf", "oneOf", "anyOf", "enum", "const", "example",
      "examples", "default", "format",
    ]
    return members.contains { words.contains($0.name) }
  }

  static func empty(_ schema: JSONValue) -> JSONValue {
    switch type(of: schema) {
    case "object": .object([])
    case "array": .array([])
    default: .null
    }
  }

  /// True for bytes from a file.
  static func isFile(_ schema: JSONValue) -> Bool {
    schema["format"]?.string == "binary" || schema["type"]?.string == "file"
      || (schema["contentMediaType"] != nil && schema["contentEncoding"] == nil)
  }
}
