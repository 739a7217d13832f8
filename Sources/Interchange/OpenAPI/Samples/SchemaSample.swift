import Basics
import Workspaces

/// A minimal example value for a schema. Its cost is limited for each example and for all examples of a document
/// together.
struct SchemaSample {
  /// The maximum number of values visited for one example.
  static let exampleLimit = 2_000
  /// The limit for all examples together, in addition to the size of the document.
  static let documentLimit = 500_000
  /// The limit for each example once that is used up.
  static let leastLimit = 20
  /// If an example is too large, it is created again with fewer levels.
  private static let depths = [12, 6, 4, 3, 2, 1]

  let references: JSONReferences
  private var memory = SampleMemory()
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
      var walk = SampleWalk(references, direction, depth: depth, limit: limit, memory: memory)
      // Moved out, so that it is not copied while the walk adds to it.
      memory = SampleMemory()
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

  /// The value of a parameter if its schema gives one: an invented value would be sent.
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

  /// Whether a value in the document may be used once more: through references, a short document can repeat a long
  /// value any number of times.
  mutating func affords(_ value: JSONValue) -> Bool { affords(weight: value.weight(atMost: max(remaining, 0) + 1)) }

  mutating func affords(weight: Int) -> Bool {
    guard remaining > 0 else { return false }
    remaining -= weight
    return true
  }
}

/// Values of schemas that were referred to before, if nothing in them was cut off.
struct SampleMemory {
  struct Key: Hashable {
    var reference: String
    var direction: SampleDirection
  }

  struct Known {
    var value: JSONValue
    var cost: Int
    /// The number of levels below it.
    var height: Int
  }

  var known: [Key: Known] = [:]
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
