import Basics
import Workspaces

/// A schema's own example without what is not sent in this direction: one schema serves requests and answers.
struct ExampleFilter {
  private static let visitLimit = 20_000
  private static let levelLimit = 12

  private let references: JSONReferences
  private let direction: SampleDirection
  private(set) var visits = 0

  init(_ references: JSONReferences, _ direction: SampleDirection) {
    self.references = references
    self.direction = direction
  }

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

  /// The properties of a schema and of the schemas that it is composed of.
  private mutating func gather(_ schema: JSONValue, into properties: inout [String: JSONValue], level: Int) {
    guard level < Self.levelLimit, visits < Self.visitLimit else { return }
    let schema = references.resolved(schema)
    if case .object(let members) = schema["properties"] ?? .null {
      visits += members.count
      for member in members { properties[member.name] = member.value }
    }
    for part in schema["allOf"]?.array ?? [] {
      visits += 1
      gather(part, into: &properties, level: level + 1)
    }
  }
}
